/**
 * The density pass of lattice matter in C++, loop by loop as matterDensity in kernels/assembly/matter-fluid.ts, on the same
 * memory: it reads the module's bytes from a file and follows the record's offsets.
 */
export const DENSITY_SOURCE = String.raw`
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
using Clock = std::chrono::steady_clock;
typedef int32_t I;

static uint8_t* base;
template <class T> static T* at(uint32_t offset) { return reinterpret_cast<T*>(base + offset); }
struct Slot { double x, y, z, more; };
/** Words and numbers of the record, as in matter-record.ts. */
enum { INVERSE_MASS = 3, FIRST = 6, COUNT = 7, ORDER = 9, STARTS = 17, PAIRS = 18, X = 21, V = 22, Q = 23, SHIFT = 25,
  BASE = 39, CLOSE = 48, CLOSE_STARTS = 49, ROW_SLOTS = 55 };
enum { REACH = 2, NEAR = 4, NORM = 5, STEP = 9, VOLUME = 16 };
static const I PUSH_ONLY = 1 << 30;

static inline double bell(double q) {
  const double u = std::max(1 - q, 0.0), u2 = u * u;
  return u2 * u2 * (1 + 4 * q);
}

static I density(const uint32_t* w, const double* c) {
  const I n = I(w[COUNT]);
  const I *starts = at<I>(w[STARTS]), *pairs = at<I>(w[PAIRS]), *rows = at<I>(w[ROW_SLOTS]), *order = at<I>(w[ORDER]);
  Slot *x = at<Slot>(w[X]), *q = at<Slot>(w[Q]), *shift = at<Slot>(w[SHIFT]);
  const Slot* v = at<Slot>(w[V]);
  I *close = at<I>(w[CLOSE]), *closeStarts = at<I>(w[CLOSE_STARTS]);
  const double *held = at<double>(w[BASE]), *free = at<double>(w[INVERSE_MASS]) + w[FIRST];
  const double reach2 = c[REACH] * c[REACH], inverse = 1 / c[REACH], norm = c[NORM], near2 = c[NEAR] * c[NEAR];
  const double volume = 0.5 * norm * c[VOLUME], step = c[STEP];
  I total = 0;
  for (I i = 0; i < n; i++) q[i].x = held[i] + norm * x[i].more;
  for (I row = 0; row < n; row++) {
    const I i = rows[row];
    const Slot p = x[i], u = v[i];
    const double smoothing = shift[i].more;
    closeStarts[row] = total;
    double sum = 0, dx = 0, dy = 0, dz = 0;
    for (I k = starts[row]; k < starts[row + 1]; k++) {
      const I entry = pairs[k], j = entry & ~PUSH_ONLY;
      const double rx = x[j].x - p.x, ry = x[j].y - p.y, rz = x[j].z - p.z;
      const double r2 = rx * rx + ry * ry + rz * rz;
      const bool isPush = entry != j;
      if (!(r2 < (isPush ? near2 : reach2))) continue;
      close[total++] = entry;
      if (isPush) continue;
      const double weight = bell(std::sqrt(r2) * inverse), mass = x[j].more;
      sum += weight * mass;
      q[j].x += norm * weight * p.more;
      const double both = smoothing + shift[j].more;
      if (both > 0) {
        const double share = 2 * volume * both * weight * (1 - u.more * v[j].more) / (p.more + mass);
        const double ux = v[j].x - u.x, uy = v[j].y - u.y, uz = v[j].z - u.z;
        dx += share * mass * ux; dy += share * mass * uy; dz += share * mass * uz;
        shift[j].x -= share * p.more * ux; shift[j].y -= share * p.more * uy; shift[j].z -= share * p.more * uz;
      }
    }
    q[i].x += norm * sum;
    shift[i].x += dx; shift[i].y += dy; shift[i].z += dz;
  }
  closeStarts[n] = total;
  for (I i = 0; i < n; i++) {
    if (free[order[i]] == 0) continue;
    x[i].x += step * shift[i].x; x[i].y += step * shift[i].y; x[i].z += step * shift[i].z;
  }
  return total;
}

int main(int, char** argv) {
  FILE* in = fopen(argv[1], "rb");
  if (!in) return 2;
  uint32_t head[4]; // bytes of memory, words, numbers, samples
  if (fread(head, 4, 4, in) != 4) return 3;
  base = static_cast<uint8_t*>(std::aligned_alloc(64, (head[0] + 63) / 64 * 64));
  if (fread(base, 1, head[0], in) != head[0]) return 3;
  const uint32_t* w = at<uint32_t>(head[1]);
  const double* c = at<double>(head[2]);
  const size_t bytes = size_t(w[COUNT]) * sizeof(Slot);
  const std::vector<uint8_t> x(base + w[X], base + w[X] + bytes), shift(base + w[SHIFT], base + w[SHIFT] + bytes);
  double best = 1e30, sum = 0;
  I pairs = 0;
  for (uint32_t k = 0; k < head[3]; k++) {
    memcpy(base + w[X], x.data(), bytes);
    memcpy(base + w[SHIFT], shift.data(), bytes);
    const auto start = Clock::now();
    pairs = density(w, c);
    best = std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  for (uint32_t i = 0; i < w[COUNT]; i++) sum += at<Slot>(w[Q])[i].x;
  printf("{\"ms\": %.9g, \"sum\": %.17g, \"pairs\": %d}\n", best, sum, pairs);
}
`;
