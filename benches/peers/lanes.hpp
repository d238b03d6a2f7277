// Several states side by side in the C that CasADi generates, read as C++: `-include lanes.hpp -Dcasadi_real=Lanes -DLANES=4`.
// Sums, products, quotients and roots are those of the registers; sines and cosines are taken lane by lane.
#pragma once
#include <cmath>

struct Lanes {
  typedef double Register __attribute__((vector_size(8 * LANES)));
  Register v;

  Lanes() = default;
  Lanes(Register v) : v(v) {}
  Lanes(double x) : v(Register{} + x) {}

  Lanes operator-() const { return -v; }
  friend Lanes operator+(Lanes a, Lanes b) { return a.v + b.v; }
  friend Lanes operator-(Lanes a, Lanes b) { return a.v - b.v; }
  friend Lanes operator*(Lanes a, Lanes b) { return a.v * b.v; }
  friend Lanes operator/(Lanes a, Lanes b) { return a.v / b.v; }
};

template <typename F> inline Lanes each(Lanes x, F f) {
  for (int lane = 0; lane < LANES; lane++) x.v[lane] = f(x.v[lane]);
  return x;
}

inline Lanes sqrt(Lanes x) { return each(x, [](double x) { return std::sqrt(x); }); }
inline Lanes sin(Lanes x) { return each(x, [](double x) { return std::sin(x); }); }
inline Lanes cos(Lanes x) { return each(x, [](double x) { return std::cos(x); }); }
