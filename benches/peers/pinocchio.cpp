// Pinocchio, exactly: the articulated-body algorithm for a tree; with loops, the mass matrix by composite bodies, its
// factors along the tree, and the multipliers from the dense complement J M^-1 J'. (Pinocchio's own constrained
// dynamics knows no constraint of constant distance.)
#include "tree.hpp"
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

std::vector<std::unique_ptr<Solver>> solvers;

}  // namespace

extern "C" void peer_load(const char *path) { solvers.push_back(std::make_unique<Solver>(tree::read(path))); }

extern "C" void peer_evaluate(std::size_t vehicle, std::size_t count, const double *states, double *accelerations) {
  Solver &solver = *solvers[vehicle];
  int nq = solver.vehicle.model.nq, nv = solver.vehicle.model.nv;
  for (std::size_t s = 0; s < count; s++, states += nq + nv, accelerations += nv) {
    Eigen::Map<const Eigen::VectorXd> q(states, nq), v(states + nq, nv);
    Eigen::Map<Eigen::VectorXd> a(accelerations, nv);
    solver.accelerations(Eigen::VectorXd(q), Eigen::VectorXd(v), a);
  }
}
