// Pinocchio's algorithms, from its headers, on a tree of rotations and translations.
//
//   pinocchio TREE Q|M|qdd|dQ values|call|batch|repeat N
//
// TREE has a line for every joint: the number of the joint before it (0: the base), the kind of joint (RZ:
// a rotation about z, PX: a translation along x), its placement, and the body behind it. Pinocchio has no
// batch: states are calculated one after the other.

#include <fstream>

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include "measure.hpp"

namespace pin = pinocchio;
using Eigen::Map;
using Eigen::VectorXd;

static pin::JointModel joint(const std::string &kind)
{
    if (kind == "RX") return pin::JointModelRX();
    if (kind == "RY") return pin::JointModelRY();
    if (kind == "RZ") return pin::JointModelRZ();
    if (kind == "PX") return pin::JointModelPX();
    if (kind == "PY") return pin::JointModelPY();
    if (kind == "PZ") return pin::JointModelPZ();
    std::fprintf(stderr, "no joint is of the kind %s\n", kind.c_str());
    std::exit(2);
}

static pin::Model read(const char *file)
{
    std::ifstream stream(file);
    pin::Model model;
    Eigen::Matrix3d rotation, inertia;
    Eigen::Vector3d position, centre;
    double mass;
    const auto entries = [&](auto &&matrix) {
        for (int i = 0; i < matrix.rows(); i++)
            for (int j = 0; j < matrix.cols(); j++) stream >> matrix(i, j);
    };
    for (pin::JointIndex number = 1;; number++) {
        pin::JointIndex before;
        std::string kind;
        stream >> before >> kind;
        entries(rotation);
        entries(position);
        stream >> mass;
        entries(centre);
        entries(inertia);
        if (!stream) return model;
        const std::string name = "joint" + std::to_string(number);
        model.addJoint(before, joint(kind), pin::SE3(rotation, position), name);
        model.appendBodyToJoint(number, pin::Inertia(mass, centre, inertia), pin::SE3::Identity());
    }
}

int main(int count, char **arguments)
{
    if (count < 4) return 2;
    pin::Model model = read(arguments[1]);
    pin::Data data(model);
    const std::string quantity = arguments[2];
    const std::size_t n = model.nv;
    VectorXd q(n), v(n), a(n);
    const auto work = [&](auto algorithm, std::size_t inputs, std::size_t outputs) {
        // the matrices that an algorithm leaves in the data are not copied: only compared values are
        const bool copies = std::string(arguments[3]) == "values";
        const auto call = [&](const double *in, double *out) {
            q = Map<const VectorXd>(in, n);
            if (inputs > n) v = Map<const VectorXd>(in + n, n);
            if (inputs > 2 * n) a = Map<const VectorXd>(in + 2 * n, n);
            algorithm(out, copies);
        };
        const auto batch = [&](const double *in, double *out) {
            for (std::size_t state = 0; state < STATES; state++) {
                for (std::size_t k = 0; k < n; k++) {
                    q[k] = in[k * STATES + state];
                    if (inputs > n) v[k] = in[(n + k) * STATES + state];
                    if (inputs > 2 * n) a[k] = in[(2 * n + k) * STATES + state];
                }
                algorithm(out, copies);
            }
        };
        return measure(arguments + 3, inputs, outputs, call, batch);
    };
    const auto rows = [&](const auto &matrix, double *out) {
        for (std::size_t i = 0; i < n; i++)
            for (std::size_t j = 0; j < n; j++) out[i * n + j] = matrix(i, j);
    };
    if (quantity == "Q")
        return work([&](double *out, bool) {
            Map<VectorXd>(out, n) = pin::rnea(model, data, q, v, a);
        }, 3 * n, n);
    if (quantity == "M")
        return work([&](double *out, bool copies) {
            pin::crba(model, data, q);
            if (copies) {
                data.M.triangularView<Eigen::StrictlyLower>() = data.M.transpose();
                rows(data.M, out);
            }
        }, n, n * n);
    if (quantity == "qdd")
        return work([&](double *out, bool) {
            Map<VectorXd>(out, n) = pin::aba(model, data, q, v, a);
        }, 3 * n, n);
    if (quantity == "dQ")
        return work([&](double *out, bool copies) {
            pin::computeRNEADerivatives(model, data, q, v, a);
            if (copies) {
                rows(data.dtau_dq, out);
                rows(data.dtau_dv, out + n * n);
            }
        }, 3 * n, 2 * n * n);
    return 2;
}
