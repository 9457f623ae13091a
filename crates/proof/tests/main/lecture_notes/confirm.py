"""Confirms by SymPy that every equation of right.md holds and that each slip of wrong.md does not: the printed LaTeX is
read by engine.py, and each robot is derived there by Lagrange and by Newton and Euler, from the frames below.

    python crates/proof/tests/main/lecture_notes/confirm.py right|wrong
"""
import pathlib
import sys
from engine import *
def sy(t): return {x: Symbol(x) for x in t.split()}
globals().update(sy('m m0 m1 m2 m3 M l l1 l2 l3 l0 k I I1 I2 I3 b g d1 d2_ a1 a2 a3 lc1 lc2 lc3 I2x I2y I2z I3x I3y I3z h alpha_ J1 J2 r_ b1 b2 Im1 Im2 kr1 kr2 Fv1 Fv2 R_ F_x F_y theta theta1 theta2 theta3 phi r x s d2 d3 q1 q2 alpha'))
mc, mp_ = sp.symbols('mc mp')
Z = (0,0,0); gy = (0,-g,0); gz = (0,0,-g)
def Rz(a, p=Z): return H(rot('z', a), p)
def Ry(a, p=Z): return H(rot('y', a), p)
def Rx(a, p=Z): return H(rot('x', a), p)
def Tr(*p): return H(p=p)
pi2 = sp.pi/2
def dh(a, al, d, th): return Rz(th)*Tr(0,0,d)*Tr(a,0,0)*Rx(al)
ROB = {
 'dpend': lambda: Rob(['theta1','theta2'], [Rz(theta1), Rz(theta2,(0,-l1,0))], [m1,m2], [(0,-l1,0),(0,-l2,0)], [Z,Z], gy, tool=(0,-l2,0)),
 'dpendA': lambda: Rob(['theta1','theta2'], [Rz(theta1), Rz(theta2-theta1,(0,-l1,0))], [m1,m2], [(0,-l1,0),(0,-l2,0)], [Z,Z], gy, tool=(0,-l2,0)),
 'spherpend': lambda: Rob(['phi','theta'], [Rz(phi), Ry(-theta)], [0,m], [Z,(0,0,-l)], [Z,Z], gz, tool=(0,0,-l)),
 'elpend': lambda: Rob(['theta','r'], [Rz(theta), Tr(0,-r,0)], [0,m], [Z,Z], [Z,Z], gy, spring=k*(r-l0)**2/2),
 'rodbead': lambda: Rob(['theta','r'], [Rz(theta), Tr(r,0,0)], [M,m], [Z,Z], [(0,0,I),Z], Z, diss=lambda s: [0, b*s.qd[1]]),
 'rp': lambda: Rob(['theta1','d2'], [Rz(theta1), Tr(d2,0,0)], [m1,m2], [(l1,0,0),Z], [(0,0,I1),(0,0,I2)], gy),
 'hoist': lambda: Rob(['x','theta','l'], [Tr(x,0,0), Rz(theta), Tr(0,-l,0)], [M,0,m], [Z]*3, [Z]*3, gy),
 'anthro': lambda: Rob(['theta1','theta2','theta3'], [Rz(theta1,(0,0,d1)), Rx(pi2)*Rz(theta2), Rz(theta3,(a2,0,0))], [m1,m2,m3], [Z,(lc2,0,0),(lc3,0,0)], [(0,0,I1),(I2x,I2y,I2z),(I3x,I3y,I3z)], gz, tool=(a3,0,0)),
 'cyl': lambda: Rob(['theta1','d2','d3'], [dh(0,0,d1,theta1), dh(0,-pi2,d2,0), dh(0,0,d3,0)], [m1,m2,m3], [Z]*3, [(0,0,I1),(0,I2,0),(0,I3,0)], gz),
 'polar': lambda: Rob(['theta1','theta2','d3'], [Rz(theta1), Ry(-theta2,(0,0,h)), Tr(d3,0,0)], [m1,m2,m3], [Z,(lc2,0,0),Z], [(0,0,I1),(0,I2,I2),Z], gz),
 'scara3': lambda: Rob(['theta1','theta2','d3'], [Rz(theta1), Rz(theta2,(a1,0,0)), Tr(a2,0,-d3)], [m1,m2,m3], [(lc1,0,0),(lc2,0,0),Z], [(0,0,I1),(0,0,I2),(0,0,I3)], gz),
 'wedge': lambda: Rob(['x','s'], [Tr(x,0,0), Tr(s*cos(alpha),-s*sin(alpha),0)], [M,m], [Z,Z], [Z,Z], gy),
 'furuta': lambda: Rob(['theta','alpha'], [Rz(theta), Rx(alpha,(r,0,0))], [m1,m2], [Z,(0,0,-l)], [(0,0,J1),(J2,J2,0)], gz, diss=lambda s: [b1*s.qd[0], b2*s.qd[1]]),
 'motor2': lambda: Rob(['theta1','theta2'], [Rz(theta1), Rz(theta2,(a1,0,0))], [m1,m2], [(lc1,0,0),(lc2,0,0)], [(0,0,I1),(0,0,I2)], gy, tool=(a2,0,0),
       rotorK=lambda s: Im1*(kr1*s.qd[0])**2/2 + Im2*(s.qd[0]+kr2*s.qd[1])**2/2, diss=lambda s: [Fv1*s.qd[0], Fv2*s.qd[1]]),
 'rwp': lambda: Rob(['theta','phi'], [Rz(theta), Rz(phi,(0,l1,0))], [m1,m2], [(0,lc1,0),Z], [(0,0,J1),(0,0,J2)], gy),
 'dpcart': lambda: Rob(['x','q1','q2'], [Tr(x,0,0), Rz(q1), Rz(q2,(0,-l1,0))], [m0,m1,m2], [Z,(0,-l1,0),(0,-l2,0)], [Z]*3, gy),
 'dpcartA': lambda: Rob(['x','q1','q2'], [Tr(x,0,0), Rz(q1), Rz(q2-q1,(0,-l1,0))], [m0,m1,m2], [Z,(0,-l1,0),(0,-l2,0)], [Z]*3, gy),
 'hoop': lambda: Rob(['phi','theta'], [Rz(phi), Ry(-theta)], [M,m], [Z,(0,0,-R_)], [(0,0,I),Z], gz),
 'planar3': lambda: Rob(['theta1','theta2','theta3'], [Rz(theta1), Rz(theta2,(l1,0,0)), Rz(theta3,(l2,0,0))], [m1,m2,m3], [(l1/2,0,0),(l2/2,0,0),(l3/2,0,0)], [(0,0,I1),(0,0,I2),(0,0,I3)], Z, tool=(l3,0,0)),
 'stan3': lambda: Rob(['theta1','theta2','d3'], [dh(0,-pi2,0,theta1), dh(0,pi2,d2,theta2), dh(0,0,d3,0)], [m1,m2,m3], [Z]*3, [(0,I1,0),Z,Z], gz),
 'cartpole': lambda: Rob(['x','theta'], [Tr(x,0,0), Rz(sp.pi-theta)], [mc,mp_], [Z,(0,-l,0)], [Z,Z], gy),
 'furutaU': lambda: Rob(['theta','alpha'], [Rz(theta), Rx(alpha+sp.pi,(r,0,0))], [m1,m2], [Z,(0,0,-l)], [(0,0,J1),(J2,J2,0)], gz, diss=lambda s: [b1*s.qd[0], b2*s.qd[1]]),
 'acrobot': lambda: Rob(['q1','q2'], [Rz(q1), Rz(q2,(0,-l1,0))], [m1,m2], [(0,-lc1,0),(0,-lc2,0)], [(0,0,I1),(0,0,I2)], gy),
}
CACHE = {}
def rob(n):
    if n not in CACHE: CACHE[n] = ROB[n]()
    return CACHE[n]
def params(ro):
    """plain names: theta1 -> \\theta_1, lc2 -> l_c2, ..."""
    e = {}
    names = set(map(str, ro.K.free_symbols | ro.V.free_symbols | ro.p.free_symbols)) | {str(x) for x in ro.q} | {'g','d1','a3','alpha'} | ({'h'} if Symbol('h') in ro.p.free_symbols else set())
    for f in ro.F: names |= set(map(str, S(f).free_symbols))
    for n in names:
        if n.endswith('_d') or n.endswith('_dd'): continue
        m_ = re.fullmatch(r'(theta|phi|alpha)(\d*)', n)
        if m_: key = '\\' + m_[1] + ('_' + m_[2] if m_[2] else '')
        elif n == 'R_': key = 'R'
        elif len(n) > 1: key = n[0] + '_' + n[1:]
        else: key = n
        e[key] = Symbol(n)
    e['\\pi'] = sp.pi
    return e
def J6(ro): return ro.jac(ro.p).col_join(ro.jw(-1))
def std(ro):
    """names by custom"""
    n = ro.n; e = params(ro)
    for i in range(n):
        for b in ('\\tau',): e['%s_%d' % (b, i+1)] = ro.Q[i]
        e['g_%d' % (i+1)] = e['G_%d' % (i+1)] = ro.G[i]
        for j in range(n):
            for b in 'MmdbD': e['%s_%d%d' % (b, i+1, j+1)] = ro.M[i,j]
    e.update({'T': ro.K, 'K': ro.K, 'V': ro.V, 'U': ro.V, 'P': ro.V, 'L': ro.L, 'E': ro.K+ro.V, 'J_v': ro.jac(ro.p), 'J_\\omega': ro.jw(-1)})
    for i in range(len(ro.A)):
        a, wl = i+1, ro.loc(i, ro.w[i])
        e['^%d\\omega_%d' % (a,a)] = wl; e['^%dv_%d' % (a,a)] = ro.loc(i, ro.D(ro.o[i]))
        e['^%d_%dT' % (i,a)] = e['^%dT_%d' % (i,a)] = e['A_%d' % a] = ro.A[i]
        e['^0_%dT' % a] = e['^0T_%d' % a] = e['T_%d^0' % a] = ro.T[i]
    for i in range(len(ro.A)): e['\\dvec_v%d' % (i+1)] = ro.loc(i, ro.D(ro.D(ro.o[i]))); e['\\dvec_\\omega%d' % (i+1)] = ro.loc(i, ro.D(ro.w[i]))
    e['\\ell'] = Symbol('l')
    return e
def upd(e, **kw): e.update(kw); return e
def mom(e, ro, names):
    for n, i in names.items(): e[n] = sp.diff(ro.L, ro.qd[i])
def make(head, rn):
    """-> robot, env, options"""
    h = head; o = {}
    if h.startswith('Double pendulum after Goldstein') or h.startswith('Small osc'):
        ro = rob('dpendA'); e = std(ro); e['\\phi_1'], e['\\phi_2'] = ro.q; o['free'] = [0,1]
        if h.startswith('Small'): o['lin'] = [0,0]
        return ro, e, o
    if h.startswith('Rotary inverted'):
        ro = rob('furutaU'); e = std(ro); X_fur(ro, e, o); return ro, e, o
    if h.startswith('Double pendulum on a cart'):
        ro = rob('dpcartA'); e = std(ro); e['\\theta_1'], e['\\theta_2'] = ro.q[1:]; e['F'] = ro.Q[0]; o['free'] = [1,2]
        if 'linearised' in h: o['lin'] = [0,0,0]
        return ro, e, o
    ro = rob(rn); e = std(ro)
    if rn in ('anthro','planar3','motor2','scara3','stan3','cyl','polar','dpend','rp'):
        e['_sc'] = [x for x in ro.q]; 
    if rn in ('anthro','planar3','scara3','polar'):
        e['p'] = ro.p
    for f in EXTRA:
        if head.startswith(f): EXTRA[f](ro, e, o)
    return ro, e, o
def X_relpend(ro, e, o):
    c = ro.c; e.update({'x_1': c[0][0], 'y_1': c[0][1], 'x_2': c[1][0], 'y_2': c[1][1]}); o['free'] = [1]
def X_mompend(ro, e, o): mom(e, ro, {'p_1':0,'p_2':1}); o['free'] = [0,1]
def X_sph(ro, e, o):
    e['\\varphi'] = e['\\phi']; e.update({'x': ro.p[0], 'y': ro.p[1], 'z': ro.p[2]}); mom(e, ro, {'p_\\varphi':0, 'p_\\phi':0, 'p_\\theta':1}); o['free'] = [0,1]
    e['H'] = ro.K+ro.V
def X_sphH(ro, e, o):
    X_sph(ro, e, o)
def X_spharm(ro, e, o):
    e['M'], e['C'], e['g'] = ro.M, ro.C, e['g']; e['q_1'], e['q_2'] = ro.q; o['skip'] = ('3',)
def X_elp(ro, e, o): o['free'] = [0,1]; mom(e, ro, {'p_\\theta':0,'p_r':1}); e['H'] = ro.K+ro.V
def X_rod(ro, e, o):
    e['\\tau'] = e['u'] = ro.Q[0]; o['free'] = [1]; mom(e, ro, {'p_\\theta':0}); e.update({'x_1': theta, 'x_2': r, 'x_3': ro.qd[0], 'x_4': ro.qd[1]})
def X_rp(ro, e, o):
    e.update({'I_zz1': I1, 'I_zz2': I2, 'k_1': ro.Ki[0], 'k_2': ro.Ki[1]})
def X_rpmat(ro, e, o):
    e['M'] = ro.M; e['V'] = Matrix(ro.h); e['G'] = Matrix(ro.G); e['J'] = ro.jac(ro.p)[:2,:]; e['\\Theta'] = Matrix(ro.q)
    e['\\tau'] = Matrix(ro.Q)
def X_ne(ro, e, o):
    for i in range(ro.n):
        a = ro.loc(i, ro.ac[i]-ro.g); e['DC%d' % (i+1)] = a
        e['^%dF_%d' % (i+1,i+1)] = ro.m[i]*a
        f, n = ro.fn(i)
        e['^%df_%d' % (i+1,i+1)] = f; e['^%dn_%d' % (i+1,i+1)] = n
def X_hoist(ro, e, o):
    e.update({'x_m': ro.c[2][0], 'y_m': ro.c[2][1], 'F_x': ro.Q[0], 'F_l': ro.Q[2]}); o['free'] = [1]
def X_hoistM(ro, e, o):
    o['skip'] = ('1','2'); e['c'] = Matrix(ro.h); e['G'] = Matrix(ro.G); e['q'] = Matrix(ro.q)
def X_anthFK(ro, e, o): e.update({'p_x': ro.p[0], 'p_y': ro.p[1], 'p_z': ro.p[2]})
def X_detJ(ro, e, o): e['\\detJ_v'] = ro.jac(ro.p).det(method='berkowitz')
def X_anthG(ro, e, o): o['skip'] = ('2',)
def X_cyl(ro, e, o):
    e['I'] = I1+I2+I3; e['D'] = ro.M; e['f_2'], e['f_3'] = ro.Q[1], ro.Q[2]; e['J'] = J6(ro); e.update({'x': ro.p[0], 'y': ro.p[1], 'z': ro.p[2], 'D': ro.M, 'J': J6(ro)})
def X_polar(ro, e, o):
    for i in range(3):
        for j in range(3):
            for k_ in range(3): e['c_%d%d%d' % (i+1,j+1,k_+1)] = ro.chr(i,j,k_)
    e['D'] = ro.M; v = ro.D(ro.p); e['v^2'] = v.dot(v)
def X_sc(ro, e, o):
    e.update({'x': ro.p[0], 'y': ro.p[1], 'z': ro.p[2], 'J': J6(ro), 'M': ro.M, 'C': ro.C, 'G': Matrix(ro.G), 'D': ro.M})
    for i in '123': e.pop('\\pi_'+i, None)
def X_wedge(ro, e, o): o['free'] = [0,1]
def X_fur(ro, e, o): 
    e['\\tau'] = ro.Q[0]; o['free'] = [1]; c = ro.c[1]; e.update({'x_c2': c[0], 'y_c2': c[1], 'z_c2': c[2]})
    e['\\hatJ_2'] = J2+m2*l**2; e['\\hatJ_0'] = J1+m2*r**2
def X_furlin(ro, e, o): X_fur(ro, e, o); o['lin'] = [0,0]
def X_motor(ro, e, o): e['C'] = ro.C
def X_rwp(ro, e, o): e['u'] = ro.Q[1]; o['free'] = [0]; e['\\barm'] = m1*lc1+m2*l1
def X_hoop(ro, e, o): e['\\tau'] = ro.Q[0]; o['free'] = [1]
def X_p3(ro, e, o):
    e.update({'x': ro.p[0], 'y': ro.p[1], 'J': ro.jac(ro.p)[:2,:].col_join(Matrix([[1,1,1]]))}); e['\\detJ'] = e['J'].det(); e['\\phi'] = theta1+theta2+theta3
def X_stJ(ro, e, o): e.update({'d_x': ro.p[0], 'd_y': ro.p[1], 'd_z': ro.p[2], 'J': J6(ro), 'D': ro.M})
def X_stat(ro, e, o):
    t = ro.jac(ro.p).T*V3(F_x, F_y, 0); e.update({'F_x': F_x, 'F_y': F_y}); [e.__setitem__('\\tau_%d' % (i+1), t[i]) for i in range(3)]
def X_reg(ro, e, o): e['\\tau'] = Matrix(ro.Q)
def X_jc(ro, e, o):
    for i in (1,2): e['p_c%d' % (i+1)] = ro.c[i]; e['J_v_{c%d}' % (i+1)] = ro.jac(ro.c[i])
def X_hoop2(ro, e, o): e['M'] = ro.M; e['C'] = ro.C; e['G'] = Matrix(ro.G)
def X_kl(ro, e, o):
    for i in range(3): e['K_%d' % (i+1)] = ro.Ki[i]
def X_dk(ro, e, o): e['p_x'], e['p_y'] = ro.p[0], ro.p[1]; e['J'] = ro.jac(ro.p)[:2,:]
def X_cp(ro, e, o): e['F'] = ro.Q[0]; o['free'] = [1]
def X_ext(ro, e, o): e['x'] = r-l0
def X_Om(ro, e, o): e['\\Omega'] = ro.qd[0]; e['\\tau'] = ro.Q[0]; o['free'] = [1]; o['at'] = {'phi_dd': mp.mpf(0)}
def X_acc(ro, e, o):
    g0 = ro.g
    e['\\dvec_v2'] = ro.loc(1, ro.D(ro.D(ro.o[1]))-g0); e['\\DCvec_2'] = ro.loc(1, ro.ac[1]-g0); e['^2F_2'] = m2*e['\\DCvec_2']
    e['^2N_2'] = ro.loc(1, ro.D(ro.R[1]*ro.I[1]*ro.R[1].T*ro.w[1]))
def X_bold(ro, e, o):
    e['\\vartheta_1'], e['\\vartheta_2'] = theta1, theta2; e['\\omega_2'] = ro.w[1]
def X_const(ro, e, o): X_hoist(ro, e, o); o['at'] = {'l_d': mp.mpf(0), 'l_dd': None}
def X_pb(ro, e, o): e['P'] = ro.V - ro.V.subs({theta2: 0, d3: 0})
def X_w2(ro, e, o): o['skip'] = ('2',)
def X_rwp2(ro, e, o): mom(e, ro, {'p_\\phi': 1}); e['w'] = (m1*lc1+m2*l1)*g
def X_acro(ro, e, o):
    for a in ('1','2','c1','c2'): e['\\ell_'+a] = Symbol('l'+a)
    e['\\tau'] = ro.Q[1]; o['free'] = [0]; e['h_1'], e['h_2'] = ro.h; e['\\phi_1'], e['\\phi_2'] = ro.G
EXTRA = {'Inverted pendulum on a cart': X_cp, 'Elastic pendulum by its': X_ext, 'Hoop with': X_Om, 'Articulated arm, acc': X_acc, 'Spherical pendulum, eff': X_sph, 'SCARA in bold': X_bold, 'Crane with a rope': X_const, 'Polar manipulator, energy': X_pb, 'Wedge': X_wedge, 'Wedge and': X_w2, 'Reaction wheel pendulum, state': X_rwp2, 'Acrobot': X_acro, 'RP manipulator, inward': X_ne, 'Articulated arm, Jacobians': X_jc, 'Bead on a rotating hoop, m': X_hoop2, 'SCARA, kin': X_kl, 'Two-link arm, diff': X_dk, 'Double pendulum with relative': X_relpend, 'Momenta of the double': X_mompend, 'Spherical pendulum, Lag': X_sph, 'Spherical pendulum, Ham': X_sphH, 'Spherical pendulum as': X_spharm,
 'Elastic pendulum': X_elp, 'Bead on a rotating rod': X_rod, 'Bead on a rod': X_rod, 'RP manipulator after': X_rp, 'RP manipulator in m': X_rpmat, 'RP manipulator by': X_ne,
 'Overhead': X_hoist, 'Crane, mat': X_hoistM, 'Articulated arm, forward': X_anthFK, 'Articulated arm, Jac': X_detJ, 'Articulated arm, grav': X_anthG, 'Cylindrical': X_cyl, 'Polar': X_polar, 'Polar manipulator, kin': X_detJ,
 'SCARA': X_sc, 'SCARA, transforms': X_detJ, 'Block': X_wedge, 'Rotary pendulum, e': X_fur, 'Rotary pendulum, lin': X_furlin, 'Two-link': X_motor, 'Reaction': X_rwp, 'Bead on a rotating hoop': X_hoop, 'Planar 3R arm after': X_p3,
 'Stanford-like arm, J': X_stJ, 'Stanford-like arm, d': X_stJ, 'Static': X_stat, 'Linear reg': X_reg}
def norm(body):   # a few forms that the reader does not know
    body = re.sub(r'\{\}\^(\d)\\dot v_\{C_(\d)\}', r'DC_\2', body)
    body = body.replace('\\mathbf ', '').replace('\\dot{v}', '\\dot v').replace('\\dot{\\mathbf v}', '\\dot v').replace('\\boldsymbol', '')
    body = re.sub(r'\{\}\^(\d)\\dot\s*v_\{C_(\d)\}', r'DC_\2', body)
    body = re.sub(r'\{\}\^(\d)\\dot\s*(v|\\omega)_(\d)', r'\\dvec_{\2\3}', body)
    body = re.sub(r'p_x\^2\+p_y\^2', r'{p_x}^2+{p_y}^2', body)
    body = re.sub(r'\\hat\s*J', r'\\hatJ', body); body = re.sub(r'\\bar\s*m', r'\\barm ', body)
    body = re.sub(r'\\det\s*J', r'\\detJ', body); body = body.replace('={}&', '=').replace('(\\Theta,\\dot\\Theta)', '').replace('(\\Theta)', '')
    return body
def handchecks(head, ro, e, o, tag, disp):
    """displays that the reader skips, compared by hand-written values: the matrix in the display must equal this"""
    def mats(): return [P(m, e, ro).all() for m in matrices(disp)]
    if head.startswith('Spherical pendulum as') and tag == '3': return [(mats()[0], Matrix(ro.G))]
    if head.startswith('Crane') and tag == '1': return [(mats()[0], ro.M)]
    if head.startswith('Wedge') and tag == '2': return [(mats()[0], ro.M)]
    if head.startswith('Crane') and tag == '2': return [(Matrix([ro.M.det()]), Matrix([M*m**2*l**2]))]
    if head.startswith('Articulated arm, grav') and tag == '2': return [(mats()[0], Matrix(ro.G))]
    return None
def matrices(disp):
    tk = toks(clean(disp)); out = []; i = 0
    while i < len(tk):
        if tk[i] == '\\BEG':
            d, j = 1, i+1
            while d: d += tk[j] == '\\BEG'; d -= tk[j] == '\\END'; j += 1
            out.append(tk[i:j]); i = j
        else: i += 1
    return out
def same(a, b, ro, o):
    rnd = random.Random(3)
    if a.shape != b.shape: return False
    for x, y in zip(list(a), list(b)):
        val = state(ro, {}, [S(x), S(y)], rnd)
        if abs(ev(x, val)-ev(y, val)) > mp.mpf(10)**-25: return False
    return True
def pre(e):
    e2 = dict(e)
    for k_ in list(e): 
        if k_.startswith('DC') and k_[2:].isdigit(): e2['DC_'+k_[2:]] = e[k_]
    return e2
def main(which):
    defs = []
    bad = 0; npage = ndisp = neq = 0; wrong_ok = 0
    for head, rn, body in pages(pathlib.Path(__file__).parent / f'{which}.md'):
        base = head; npage += 1
        ro, e, o = make(head, rn); e = pre(e)
        body = norm(body).replace('DC_', '\\DCvec_'); 
        for k_ in list(e):
            if k_.startswith('DC_'): e['\\DCvec_'+k_[3:]] = e[k_]
        res = check(ro, e, o, body)
        disp = dict(displays(body)); ndisp += len(disp)
        tags = {}
        for t, txt, v in res:
            if v == 'skip':
                hc = handchecks(head, ro, e, o, t.rstrip('w'), disp[t])
                v = 'manual' if hc is None else all(same(a, b, ro, o) for a, b in hc)
            tags.setdefault(t, []).append((v, txt)); neq += 1
        for t, L in tags.items():
            vs = [v for v, _ in L]
            if t.endswith('w'):
                if any(v is False for v in vs): wrong_ok += 1
                else: bad += 1; print('NOT WRONG', head, t, vs, [x[:80] for _, x in L])
            else:
                for v, x in L:
                    if v is None and t != 'in': defs.append((head[:25], t, x[:60]))
                    # an equation in a sentence may be a condition
                    if v is False and t != 'in': bad += 1; print('FALSE ', head, '|', t, '|', x[:200])
                    elif isinstance(v, str) and t != 'in': print('SEE   ', head, '|', t, '|', v, '|', x[:120])
        if which == 'wrong' and sum(t.endswith('w') for t in tags) != 1: print('TAGS', head, list(tags))
    print('taken as definitions:', *defs, sep='\n  ')
    print(which, 'pages', npage, 'displays', ndisp, 'equations', neq, 'bad', bad, 'wrong confirmed', wrong_ok)
    sys.exit(bad > 0)
if __name__ == '__main__': main(sys.argv[1])
