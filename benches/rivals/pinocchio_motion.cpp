// Simulation steps a second of an arm by Pinocchio's articulated-body algorithm, with the classical method of Runge
// and Kutta: see motion.py.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include <iostream>

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/multibody.hpp>

// A chain of rotations about z, from numbers: for each joint its placement (rotation row by row, position), then
// mass, centre of mass and inertia about it (row by row) of its link.
static pinocchio::Model chain(std::istream &in)
{
    pinocchio::Model model;
    Eigen::Matrix3d rotation, inertia;
    Eigen::Vector3d position, centre;
    double mass;
    const auto matrix = [&in](Eigen::Matrix3d &m) { return bool(in >> m(0, 0) >> m(0, 1) >> m(0, 2) >> m(1, 0) >> m(1, 1)
        >> m(1, 2) >> m(2, 0) >> m(2, 1) >> m(2, 2)); };
    const auto vector = [&in](Eigen::Vector3d &v) { return bool(in >> v[0] >> v[1] >> v[2]); };
    pinocchio::JointIndex parent = 0;
    while (matrix(rotation) && vector(position) && in >> mass && vector(centre) && matrix(inertia)) {
        const pinocchio::SE3 placement(rotation, position);
        parent = model.addJoint(parent, pinocchio::JointModelRZ(), placement, "joint" + std::to_string(parent + 1));
        model.appendBodyToJoint(parent, pinocchio::Inertia(mass, centre, inertia), pinocchio::SE3::Identity());
    }
    return model;
}

int main()
{
    const pinocchio::Model model = chain(std::cin);
    pinocchio::Data data(model);
    const int n = model.nv;
    const double step = 1e-4, start[] = {0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785};
    const int steps = 20000;
    double rate = 0.0;
    for (int run = 0; run < 9; ++run) {
        Eigen::VectorXd q(n), qd = Eigen::VectorXd::Zero(n), tau = Eigen::VectorXd::Zero(n), at(n), speed(n);
        Eigen::VectorXd k1(n), k2(n), k3(n), k4(n), v2(n), v3(n), v4(n);
        for (int k = 0; k < n; ++k)
            q[k] = start[k];
        const auto begun = std::chrono::steady_clock::now();
        for (int number = 0; number < steps; ++number) {
            k1 = pinocchio::aba(model, data, q, qd, tau);
            v2 = qd + 0.5 * step * k1;
            at = q + 0.5 * step * qd;
            k2 = pinocchio::aba(model, data, at, v2, tau);
            v3 = qd + 0.5 * step * k2;
            at = q + 0.5 * step * v2;
            k3 = pinocchio::aba(model, data, at, v3, tau);
            v4 = qd + step * k3;
            at = q + step * v3;
            k4 = pinocchio::aba(model, data, at, v4, tau);
            q += step / 6.0 * (qd + 2.0 * (v2 + v3) + v4);
            qd += step / 6.0 * (k1 + 2.0 * (k2 + k3) + k4);
        }
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begun;
        rate = std::max(rate, steps / time.count());
        if (q[1] > 10)
            std::puts("never");
    }
    std::printf("%-34s %12.0f steps/s\n", "Pinocchio (C++, aba)", rate);
}
