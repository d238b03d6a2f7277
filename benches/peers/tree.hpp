// A bare vehicle as a Pinocchio model, and the equations of its loops, over any scalar: double for timing Pinocchio
// itself, CasADi's SX for generating C.
//
// All axes are parallel in the design position, so that every placement is a translation. A loop's equations say that
// two points coincide (3 rows) or keep their distance (1 row). With J v = 0 for all times, J a + gamma = 0.
#pragma once
#include <pinocchio/multibody.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tree {

using Vector3 = Eigen::Vector3d;

struct Loop {
  bool distance;
  pinocchio::JointIndex body[2];
  Vector3 point[2];  // about the body's joint
  int rows() const { return distance ? 1 : 3; }
};

struct Vehicle {
  pinocchio::Model model;
  std::vector<Loop> loops;
  int rows() const {
    int sum = 0;
    for (const Loop &loop : loops) sum += loop.rows();
    return sum;
  }
};

inline Vector3 vector(std::istream &in) {
  Vector3 v;
  in >> v[0] >> v[1] >> v[2];
  return v;
}

inline pinocchio::JointModel joint(const std::string &kind, std::istream &in) {
  if (kind == "free") return pinocchio::JointModelFreeFlyer();
  if (kind == "spherical") return pinocchio::JointModelSpherical();
  Vector3 axis = vector(in).normalized();
  if (kind == "revolute") return pinocchio::JointModelRevoluteUnaligned(axis);
  if (kind == "prismatic") return pinocchio::JointModelPrismaticUnaligned(axis);
  if (kind == "universal") return pinocchio::JointModelUniversal(axis, vector(in).normalized());
  throw std::runtime_error("unknown joint " + kind);
}

// Reads what compare.py wrote: gravity, bodies (parent, place of the joint, joint, mass, centre of mass, inertia), loops.
// If asked for, a universal joint becomes two revolute ones with nothing between: the derivatives of Pinocchio 4.1 are
// wrong beyond its universal joint. Coordinates and speeds are the same.
inline Vehicle read(const char *path, bool split = false) {
  std::ifstream in(path);
  Vehicle vehicle;
  double gravity;
  std::size_t bodies, loops;
  in >> gravity >> bodies >> loops;
  vehicle.model.gravity.linear() = Vector3(0, 0, -gravity);
  // By body, the ground first: place and index of its joint.
  std::vector<Vector3> at = {Vector3::Zero()};
  std::vector<pinocchio::JointIndex> joints = {0};
  for (std::size_t b = 0; b < bodies; b++) {
    std::size_t parent;
    std::string kind;
    double mass, i[6];
    in >> parent;
    at.push_back(vector(in));
    in >> kind;
    pinocchio::SE3 placement(Eigen::Matrix3d::Identity(), at.back() - at[parent]);
    auto inboard = joints[parent];
    if (split && kind == "universal") {
      kind = "revolute";
      inboard = vehicle.model.addJoint(inboard, joint(kind, in), placement, "split" + std::to_string(b));
      placement.setIdentity();
    }
    pinocchio::JointModel model = joint(kind, in);
    in >> mass;
    Vector3 com = vector(in) - at.back();
    for (double &entry : i) in >> entry;
    Eigen::Matrix3d inertia;
    inertia << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
    joints.push_back(vehicle.model.addJoint(inboard, model, placement, "joint" + std::to_string(b)));
    vehicle.model.appendBodyToJoint(joints.back(), pinocchio::Inertia(mass, com, inertia), pinocchio::SE3::Identity());
  }
  for (std::size_t l = 0; l < loops; l++) {
    Loop loop;
    std::string kind;
    in >> kind;
    loop.distance = kind == "distance";
    for (int end : {0, 1}) {
      std::size_t body;
      in >> body;
      loop.body[end] = joints[body];
      loop.point[end] = vector(in) - at[body];
    }
    vehicle.loops.push_back(loop);
  }
  if (!in) throw std::runtime_error(std::string("cannot read ") + path);
  return vehicle;
}

// Mass matrix (upper triangle) and bias forces (`tau`) into `data`, the loops' equations into `jacobian` and `gamma`.
template <typename Model, typename Data, typename Q, typename V, typename J, typename G>
void terms(const Model &model, Data &data, const std::vector<Loop> &loops, const Q &q, const V &v, const V &zero,
           J &jacobian, G &gamma) {
  using Scalar = typename Model::Scalar;
  using Vec = Eigen::Matrix<Scalar, 3, 1>;
  pinocchio::crba(model, data, q, pinocchio::Convention::WORLD);
  // Accelerations without those of the joints, gravity included: what all points share drops out of differences.
  pinocchio::rnea(model, data, q, v, zero);
  jacobian.setZero();
  int row = 0;
  for (const Loop &loop : loops) {
    Vec point[2], velocity[2], bias[2];
    for (int end : {0, 1}) {
      auto body = loop.body[end];
      Vec r = loop.point[end].template cast<Scalar>();
      Vec w = data.v[body].angular();
      Vec moving = data.v[body].linear() + w.cross(r);
      Vec turning = data.a_gf[body].linear() + data.a_gf[body].angular().cross(r) + w.cross(moving);
      point[end] = data.oMi[body].act(r);
      velocity[end] = data.oMi[body].rotation() * moving;
      bias[end] = data.oMi[body].rotation() * turning;
    }
    Vec apart = point[1] - point[0], parting = velocity[1] - velocity[0], curving = bias[1] - bias[0];
    for (int end : {0, 1}) {
      Scalar sign(end == 0 ? -1.0 : 1.0);
      for (auto i = loop.body[end]; i > 0; i = model.parents[i]) {
        for (int k = model.idx_vs[i]; k < model.idx_vs[i] + model.nvs[i]; k++) {
          Vec column = data.J.template block<3, 1>(0, k);
          column += Vec(data.J.template block<3, 1>(3, k)).cross(point[end]);
          if (loop.distance)
            jacobian(row, k) += sign * apart.dot(column);
          else
            jacobian.template block<3, 1>(row, k) += sign * column;
        }
      }
    }
    if (loop.distance)
      gamma[row] = apart.dot(curving) + parting.squaredNorm();
    else
      gamma.template segment<3>(row) = curving;
    row += loop.rows();
  }
}

}  // namespace tree
