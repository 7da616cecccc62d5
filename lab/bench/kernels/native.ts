/**
 * The kernels' loops in C++, reading the same arrays from a file; the program prints the minimum time of each loop in ns.
 * Springs come in the same runs as for the kernel, so the compiler can vectorise both ends.
 */
import { withCompiled } from './compiled.ts';

const SOURCE = String.raw`
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>
using Clock = std::chrono::steady_clock;

struct Input {
  int32_t stride, springs, runs, samples, repeats;
  std::vector<double> x, v, f, w, k, rest, c;
  std::vector<int32_t> run, ends;
};

static void read(FILE* in, void* to, size_t bytes) { if (fread(to, 1, bytes, in) != bytes) exit(3); }

static void springsByRuns(Input& s) {
  const double *x = s.x.data(), *v = s.v.data();
  double* f = s.f.data();
  const size_t n = s.stride;
  for (int r = 0; r < s.runs; r++) {
    const int a0 = s.run[4*r], b0 = s.run[4*r+1], count = s.run[4*r+2], first = s.run[4*r+3];
    const double *__restrict k = s.k.data() + first, *__restrict rest = s.rest.data() + first, *__restrict c = s.c.data() + first;
    double fx[512], fy[512], fz[512];
    for (int at = 0; at < count; at += 512) {
      const int m = std::min(512, count - at);
      const double *__restrict xa = x + a0 + at, *__restrict xb = x + b0 + at;
      const double *__restrict va = v + a0 + at, *__restrict vb = v + b0 + at;
      for (int i = 0; i < m; i++) {
        const double dx = xb[i] - xa[i], dy = xb[n+i] - xa[n+i], dz = xb[2*n+i] - xa[2*n+i];
        const double w = 1 / std::sqrt(dx*dx + dy*dy + dz*dz);
        const double rate = dx*(vb[i]-va[i]) + dy*(vb[n+i]-va[n+i]) + dz*(vb[2*n+i]-va[2*n+i]);
        const double t = k[at+i] * (1 - rest[at+i] * w) + c[at+i] * rate * w * w;
        fx[i] = t*dx; fy[i] = t*dy; fz[i] = t*dz;
      }
      double *fa = f + a0 + at, *fb = f + b0 + at;
      for (int i = 0; i < m; i++) { fa[i] += fx[i]; fa[n+i] += fy[i]; fa[2*n+i] += fz[i]; }
      for (int i = 0; i < m; i++) { fb[i] -= fx[i]; fb[n+i] -= fy[i]; fb[2*n+i] -= fz[i]; }
    }
  }
}

static void springsOneByOne(Input& s) {
  const double *x = s.x.data(), *v = s.v.data();
  double* f = s.f.data();
  const size_t n = s.stride;
  for (int e = 0; e < s.springs; e++) {
    const int a = s.ends[2*e], b = s.ends[2*e+1];
    const double dx = x[b] - x[a], dy = x[n+b] - x[n+a], dz = x[2*n+b] - x[2*n+a];
    const double w = 1 / std::sqrt(dx*dx + dy*dy + dz*dz);
    const double rate = dx*(v[b]-v[a]) + dy*(v[n+b]-v[n+a]) + dz*(v[2*n+b]-v[2*n+a]);
    const double t = s.k[e] * (1 - s.rest[e] * w) + s.c[e] * rate * w * w;
    f[a] += t*dx; f[n+a] += t*dy; f[2*n+a] += t*dz;
    f[b] -= t*dx; f[n+b] -= t*dy; f[2*n+b] -= t*dz;
  }
}

static void kickDrift(Input& s) {
  const size_t n = s.stride;
  const double h = 1e-9;
  for (int axis = 0; axis < 3; axis++) {
    double *x = s.x.data() + axis*n, *v = s.v.data() + axis*n;
    const double *f = s.f.data() + axis*n, *w = s.w.data();
    for (size_t i = 0; i < n; i++) { v[i] += h * w[i] * f[i]; x[i] += h * v[i]; }
  }
}

static void addScaled(Input& s) {
  double* out = s.f.data();
  const double *a = s.x.data(), *b = s.v.data();
  for (size_t i = 0; i < s.f.size(); i++) out[i] = a[i] + 1e-9 * b[i];
}

static double sink = 0;
static void dot(Input& s) {
  double sum = 0;
  for (size_t i = 0; i < s.x.size(); i++) sum += s.x[i] * s.v[i];
  sink += sum;
}
static void largest(Input& s) {
  double most = 0;
  for (size_t i = 0; i < s.x.size(); i++) most = std::max(most, std::fabs(s.x[i]));
  sink += most;
}

template <class F> static double least(Input& s, F loop) {
  double best = 1e30;
  for (int k = 0; k < s.samples; k++) {
    auto start = Clock::now();
    for (int i = 0; i < s.repeats; i++) loop(s);
    best = std::min(best, std::chrono::duration<double, std::nano>(Clock::now() - start).count() / s.repeats);
  }
  return best;
}

int main(int, char** argv) {
  FILE* in = fopen(argv[1], "rb");
  if (!in) return 2;
  Input s;
  read(in, &s, 5 * sizeof(int32_t));
  const size_t n = s.stride, e = s.springs;
  auto fill = [&](auto& to, size_t count) { to.resize(count); read(in, to.data(), count * sizeof(to[0])); };
  fill(s.x, 3*n); fill(s.v, 3*n); fill(s.f, 3*n); fill(s.w, n);
  fill(s.k, e); fill(s.rest, e); fill(s.c, e);
  fill(s.run, 4*s.runs); fill(s.ends, 2*e);
  std::fill(s.f.begin(), s.f.end(), 0.0);
  springsByRuns(s);
  double check = 0;
  for (double value : s.f) check += value * value;
  printf("{\"check\": %.17g, ", check);
  const double runs = least(s, springsByRuns), single = least(s, springsOneByOne);
  printf("\"springForcesRuns\": %f, \"springForcesSingle\": %f, ", runs, single);
  printf("\"kickDrift\": %f, \"addScaled\": %f, ", least(s, kickDrift), least(s, addScaled));
  printf("\"dot\": %f, \"largest\": %f, \"sink\": %g}\n", least(s, dot), least(s, largest), sink);
}
`;

export interface NativeInput {
  stride: number;
  springs: number;
  runs: number;
  samples: number;
  repeats: number;
  arrays: readonly (Float64Array | Int32Array)[];
}

export type NativeTimes = Record<string, number>;

/** Returns undefined without g++. */
export function nativeTimes(inputs: readonly NativeInput[]): NativeTimes[] | undefined {
  return withCompiled(SOURCE, (run) =>
    inputs.map((input) => {
      const header = Int32Array.of(input.stride, input.springs, input.runs, input.samples, input.repeats);
      const parts = [header, ...input.arrays];
      return run(parts.map((a) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength))) as NativeTimes;
    }),
  );
}
