// What libsdformat understands of a model, as JSON: frames of links and joints in the model, axes in
// joint frames, bodies. For sdf_files.py.
//
//   g++ -O1 sdf_dump.cpp -o sdf_dump $(pkg-config --cflags --libs sdformat12)

#include <iostream>
#include <sdf/sdf.hh>
#include <string>

using Pose = ignition::math::Pose3d;

static std::string text(const Pose &pose) {
  std::ostringstream out;
  out.precision(17);
  const auto &p = pose.Pos();
  const auto &q = pose.Rot();
  out << "[" << p.X() << "," << p.Y() << "," << p.Z() << "," << q.X() << "," << q.Y() << "," << q.Z() << "," << q.W() << "]";
  return out.str();
}

static bool failed(const sdf::Errors &errors) {
  for (const auto &error : errors) std::cerr << error.Message() << "\n";
  return !errors.empty();
}

int main(int count, char **arguments) {
  sdf::Root root;
  if (count < 2 || failed(root.Load(std::string(arguments[1])))) return 2;
  const std::string wanted = count > 2 ? arguments[2] : "";
  const sdf::Model *model = root.Model();
  for (uint64_t w = 0; w < root.WorldCount() && !model; ++w) {
    const auto *world = root.WorldByIndex(w);
    for (uint64_t m = 0; m < world->ModelCount() && !model; ++m) {
      const auto *candidate = world->ModelByIndex(m);
      const bool fits = wanted.empty() ? candidate->JointCount() > 0 && !candidate->Static() : candidate->Name() == wanted;
      if (fits) model = candidate;
    }
  }
  if (!model) return 3;
  std::cout.precision(17);
  std::cout << "{\"name\": \"" << model->Name() << "\", \"pose\": " << text(model->RawPose()) << ", \"links\": [";
  for (uint64_t i = 0; i < model->LinkCount(); ++i) {
    const auto *link = model->LinkByIndex(i);
    Pose pose;
    if (failed(link->SemanticPose().Resolve(pose, "__model__"))) return 2;
    const auto inertial = link->Inertial();
    const auto moi = inertial.MassMatrix().Moi();
    std::cout << (i ? ",\n" : "\n") << "{\"name\": \"" << link->Name() << "\", \"pose\": " << text(pose)
              << ", \"mass\": " << inertial.MassMatrix().Mass() << ", \"centre\": " << text(inertial.Pose()) << ", \"inertia\": [";
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) std::cout << (r + c ? "," : "") << moi(r, c);
    std::cout << "]}";
  }
  std::cout << "], \"joints\": [";
  for (uint64_t i = 0; i < model->JointCount(); ++i) {
    const auto *joint = model->JointByIndex(i);
    Pose pose;
    std::string parent, child;
    if (failed(joint->SemanticPose().Resolve(pose, "__model__")) || failed(joint->ResolveChildLink(child)) ||
        failed(joint->ResolveParentLink(parent)))
      return 2;
    std::cout << (i ? ",\n" : "\n") << "{\"name\": \"" << joint->Name() << "\", \"type\": " << static_cast<int>(joint->Type())
              << ", \"moves\": \"" << (joint->Type() == sdf::JointType::FIXED ? "fixed" : joint->Type() == sdf::JointType::PRISMATIC ? "prismatic" : joint->Type() == sdf::JointType::REVOLUTE || joint->Type() == sdf::JointType::CONTINUOUS ? "revolute" : "other")
              << "\", \"parent\": \"" << parent << "\", \"child\": \"" << child << "\", \"pose\": " << text(pose);
    if (const auto *axis = joint->Axis()) {
      ignition::math::Vector3d xyz;
      if (failed(axis->ResolveXyz(xyz, joint->Name()))) return 2;
      std::cout << ", \"axis\": [" << xyz.X() << "," << xyz.Y() << "," << xyz.Z() << "], \"damping\": " << axis->Damping()
                << ", \"friction\": " << axis->Friction() << ", \"stiffness\": " << axis->SpringStiffness()
                << ", \"rest\": " << axis->SpringReference();
    }
    std::cout << "}";
  }
  std::cout << "]}\n";
}
