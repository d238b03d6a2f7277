// Pinocchio, exactly: the articulated-body algorithm for a tree; with loops, the mass matrix by composite bodies, its
// factors along the tree, and the multipliers from the dense complement J M^-1 J'. (Pinocchio's own constrained
// dynamics knows no constraint of constant distance.) The derivatives are its analytical ones, of trees only.
#include "tree.hpp"
#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/cholesky.hpp>
#include <memory>

namespace {

struct Solver {
  tree::Vehicle vehicle;
  pinocchio::Data data;
  Eigen::VectorXd zero, gamma, free, force;
  Eigen::MatrixXd jacobian, spread, complement;
  Eigen::LLT<Eigen::MatrixXd> factor;

  explicit Solver(tree::Vehicle v)
      : vehicle(std::move(v)), data(vehicle.model), zero(Eigen::VectorXd::Zero(vehicle.model.nv)),
        gamma(vehicle.rows()), free(vehicle.model.nv), force(vehicle.rows()),
        jacobian(vehicle.rows(), vehicle.model.nv), spread(vehicle.model.nv, vehicle.rows()),
        complement(vehicle.rows(), vehicle.rows()), factor(vehicle.rows()) {}

  template <typename Q, typename V, typename A> void accelerations(const Q &q, const V &v, A &a) {
    if (vehicle.loops.empty()) {
      a = pinocchio::aba(vehicle.model, data, q, v, zero, pinocchio::Convention::WORLD);
      return;
    }
    tree::terms(vehicle.model, data, vehicle.loops, q, v, Eigen::VectorXd(zero), jacobian, gamma);
    pinocchio::cholesky::decompose(vehicle.model, data);
    // With M = U D U', J M^-1 J' = S' S for S = D^-1/2 U^-1 J'.
    spread = jacobian.transpose();
    for (int k = 0; k < spread.cols(); k++) {
      auto column = spread.col(k);
      pinocchio::cholesky::Uiv(vehicle.model, data, column);
    }
    spread = data.Dinv.cwiseSqrt().asDiagonal() * spread;
    free = -data.tau;
    pinocchio::cholesky::Uiv(vehicle.model, data, free);
    free.array() *= data.Dinv.array().sqrt();
    complement.noalias() = spread.transpose() * spread;
    force.noalias() = -spread.transpose() * free;
    force -= gamma;
    factor.compute(complement);
    factor.solveInPlace(force);
    free.noalias() += spread * force;
    free.array() *= data.Dinv.array().sqrt();
    pinocchio::cholesky::Utiv(vehicle.model, data, free);
    a = free;
  }
};

// Derivatives of the accelerations of a tree, by motions along the speeds and by the speeds.
struct Slopes {
  pinocchio::Model model;
  pinocchio::Data data;
  Eigen::VectorXd zero;

  explicit Slopes(const tree::Vehicle &vehicle) : model(vehicle.model), data(model), zero(Eigen::VectorXd::Zero(model.nv)) {}

  void at(const Eigen::VectorXd &q, const Eigen::VectorXd &v) { pinocchio::computeABADerivatives(model, data, q, v, zero); }

  // Largest difference from central differences, by the largest entry.
  double error(const Eigen::VectorXd &q, const Eigen::VectorXd &v) {
    at(q, v);
    Eigen::MatrixXd by_motion = data.ddq_dq, by_speed = data.ddq_dv, differences[2];
    pinocchio::Data other(model);
    const double step = 1e-5;
    for (auto &matrix : differences) matrix.resize(model.nv, model.nv);
    for (int k = 0; k < model.nv; k++) {
      Eigen::VectorXd along = Eigen::VectorXd::Unit(model.nv, k) * step;
      auto rate = [&](const Eigen::VectorXd &q, const Eigen::VectorXd &v) {
        return Eigen::VectorXd(pinocchio::aba(model, other, q, v, zero, pinocchio::Convention::WORLD));
      };
      Eigen::VectorXd up = pinocchio::integrate(model, q, along), down = pinocchio::integrate(model, q, Eigen::VectorXd(-along));
      differences[0].col(k) = (rate(up, v) - rate(down, v)) / (2 * step);
      differences[1].col(k) = (rate(q, v + along) - rate(q, v - along)) / (2 * step);
    }
    double apart = std::max((by_motion - differences[0]).cwiseAbs().maxCoeff(), (by_speed - differences[1]).cwiseAbs().maxCoeff());
    return apart / std::max(by_motion.cwiseAbs().maxCoeff(), by_speed.cwiseAbs().maxCoeff());
  }
};

std::vector<std::unique_ptr<Solver>> solvers;
std::vector<std::unique_ptr<Slopes>> slopes;

}  // namespace

extern "C" void peer_load(const char *path) {
  solvers.push_back(std::make_unique<Solver>(tree::read(path)));
  auto vehicle = tree::read(path, true);
  slopes.push_back(vehicle.loops.empty() ? std::make_unique<Slopes>(vehicle) : nullptr);
}

// Whether a vehicle has derivatives.
extern "C" int peer_has_jacobian(std::size_t vehicle) { return slopes[vehicle] != nullptr; }

extern "C" void peer_jacobian(std::size_t vehicle, std::size_t count, const double *states) {
  Slopes &own = *slopes[vehicle];
  for (std::size_t s = 0; s < count; s++, states += own.model.nq + own.model.nv) {
    own.at(Eigen::Map<const Eigen::VectorXd>(states, own.model.nq),
           Eigen::Map<const Eigen::VectorXd>(states + own.model.nq, own.model.nv));
  }
}

// Largest error of the derivatives in a state, by the largest of them.
extern "C" double peer_jacobian_error(std::size_t vehicle, const double *state) {
  Slopes &own = *slopes[vehicle];
  return own.error(Eigen::Map<const Eigen::VectorXd>(state, own.model.nq),
                   Eigen::Map<const Eigen::VectorXd>(state + own.model.nq, own.model.nv));
}

extern "C" void peer_evaluate(std::size_t vehicle, std::size_t count, const double *states, double *accelerations) {
  Solver &solver = *solvers[vehicle];
  int nq = solver.vehicle.model.nq, nv = solver.vehicle.model.nv;
  for (std::size_t s = 0; s < count; s++, states += nq + nv, accelerations += nv) {
    Eigen::Map<const Eigen::VectorXd> q(states, nq), v(states + nq, nv);
    Eigen::Map<Eigen::VectorXd> a(accelerations, nv);
    solver.accelerations(Eigen::VectorXd(q), Eigen::VectorXd(v), a);
  }
}
