"""The Newton-Euler recursion multiplied out, in modified Denavit-Hartenberg frames."""

from robots import inertial_names, signed

AXES = range(3)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def into_frame(v, alpha, s, c):
    """R^T v: the twist is a mere exchange of components, then the joint turns."""
    sa, ca = alpha
    y, z = ca * v[1] + sa * v[2], ca * v[2] - sa * v[1]
    return [c * v[0] + s * y, c * y - s * v[0], z]


def out_of_frame(v, alpha, s, c):
    """R v."""
    sa, ca = alpha
    x, y = c * v[0] - s * v[1], s * v[0] + c * v[1]
    return [x, ca * y - sa * v[2], sa * y + ca * v[2]]


class Recursion:
    """The recursion in one tool.

    All products of velocities are formed and reduced once per link.  The rest of the
    recursion is linear in them, so what remains are products with single symbols; after
    a turn only that joint's functions can be squared.
    """

    def __init__(self, tool, robot):
        self.tool, self.robot = tool, robot
        self.zero = tool.number(0)

    def tidy(self, v, joints=()):
        v = [self.tool.expand(x) for x in v]
        return [self.tool.normal(x, joints) for x in v] if joints else v

    def symbols(self, names):
        return [self.tool.symbol[n] for n in names]

    def joint(self, i):
        """Twist, sine, cosine, and the next origin seen from the frame before."""
        sa, ca = self.robot[i].twist, 1 - abs(self.robot[i].twist)
        r = [self.zero + signed(name, self.tool.symbol) for name in self.robot[i].offset]
        q = f"q{i + 1}"
        return (sa, ca), self.tool.sine(q), self.tool.cosine(q), r

    def accelerations(self, omega, eps, joints):
        """The products w_j w_k and the matrix [eps] + [omega]^2."""
        w = [[self.zero] * 3 for _ in AXES]
        for j in AXES:
            for k in range(j, 3):
                w[j][k] = w[k][j] = self.tidy([omega[j] * omega[k]], joints)[0]
        x, y, z = eps
        u = [[-w[1][1] - w[2][2], w[0][1] - z, w[0][2] + y],
             [w[0][1] + z, -w[0][0] - w[2][2], w[1][2] - x],
             [w[0][2] - y, w[1][2] + x, -w[0][0] - w[1][1]]]
        return w, u

    def link(self, i, w, u, eps, acc):
        """Inertial force and moment about the origin of link i."""
        m, mx, my, mz, xx, xy, xz, yy, yz, zz = self.symbols(inertial_names(i + 1))
        inertia, mc = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], [mx, my, mz]
        force = [m * acc[j] + sum(u[j][k] * mc[k] for k in AXES) for j in AXES]
        # gyro[j][k] = omega_j (I omega)_k, for the product omega x (I omega)
        gyro = [[sum(w[j][n] * inertia[k][n] for n in AXES) for k in AXES] for j in AXES]
        swing = cross(mc, acc)
        moment = [sum(inertia[j][k] * eps[k] for k in AXES) + swing[j]
                  + gyro[(j + 1) % 3][(j + 2) % 3] - gyro[(j + 2) % 3][(j + 1) % 3] for j in AXES]
        return self.tidy(force), self.tidy(moment)

    def outward(self):
        """Inertial forces and moments of all links."""
        omega, eps = [self.zero] * 3, [self.zero] * 3
        acc = [self.zero, self.zero, self.tool.symbol["g"]]
        u, joints, loads = [[self.zero] * 3 for _ in AXES], [], []
        for i in range(len(self.robot)):
            alpha, s, c, r = self.joint(i)
            rate, second = self.symbols([f"q{i + 1}'", f"q{i + 1}''"])
            joints.append(f"q{i + 1}")
            acc = [acc[j] + sum(u[j][k] * r[k] for k in AXES) for j in AXES]
            acc = self.tidy(into_frame(acc, alpha, s, c))
            omega = self.tidy(into_frame(omega, alpha, s, c))
            eps = into_frame(eps, alpha, s, c)
            eps = self.tidy([eps[0] + omega[1] * rate, eps[1] - omega[0] * rate, eps[2] + second])
            omega[2] = omega[2] + rate
            w, u = self.accelerations(omega, eps, joints)
            loads.append(self.link(i, w, u, eps, acc))
        return loads

    def torques(self):
        loads = self.outward()
        force, moment = loads[-1]
        torques = [moment[2]]
        for i in range(len(self.robot) - 1, 0, -1):
            alpha, s, c, r = self.joint(i)
            q = [f"q{i + 1}"]
            force = self.tidy(out_of_frame(force, alpha, s, c), q)
            moment = out_of_frame(moment, alpha, s, c)
            parts = zip(moment, cross(r, force), loads[i - 1][1])
            moment = self.tidy([a + b + n for a, b, n in parts], q)
            force = [a + b for a, b in zip(force, loads[i - 1][0])]
            torques.append(moment[2])
        return torques[::-1]
