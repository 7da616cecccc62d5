/**
 * The density pass of lattice matter in C++, pair by pair as matterDensity in kernels/assembly/matter/density.ts does in
 * fours, on the same memory: it reads the bytes of the module from a file and follows the offsets of the record.
 */
import { MatterNumbers, MatterWords } from 'pliant/engine';
import { enumOf } from '../c-records.ts';

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
struct Place { I x, y, z; float mass; };
struct Four { float x, y, z, more; };
namespace words { ${enumOf(MatterWords)} }
namespace numbers { ${enumOf(MatterNumbers)} }
static const I PUSH_ONLY = 1 << 30;

static I density(const uint32_t* w, const double* c) {
  const I n = I(w[words::COUNT]);
  const I *starts = at<I>(w[words::PAIR_STARTS]), *pairs = at<I>(w[words::PAIRS]), *rows = at<I>(w[words::ROW_SLOTS]), *order = at<I>(w[words::ORDER]);
  Slot *x = at<Slot>(w[words::SLOT_POSITION]), *q = at<Slot>(w[words::SLOT_FLUID]), *shift = at<Slot>(w[words::SLOT_SHIFT]);
  const Slot* v = at<Slot>(w[words::SLOT_VELOCITY]);
  Place* places = at<Place>(w[words::FIXED_POSITION]);
  Four *paces = at<Four>(w[words::FLOAT_VELOCITY]), *drifts = at<Four>(w[words::DRIFT]);
  float* smoothings = at<float>(w[words::SMOOTHING]);
  I *close = at<I>(w[words::CLOSE_PAIRS]), *closeStarts = at<I>(w[words::CLOSE_STARTS]);
  const double *held = at<double>(w[words::DOCKED_DENSITY]), *free = at<double>(w[words::INVERSE_MASS]) + w[words::FIRST];
  const double spacing = c[numbers::SPACING], norm = c[numbers::KERNEL_NORM], step = c[numbers::STEP], units = 4194304 / spacing;
  double mass = 0, mx = 0, my = 0, mz = 0;
  for (I i = 0; i < n; i++) { mass += x[i].more; mx += v[i].x; my += v[i].y; mz += v[i].z; }
  mass /= n; mx /= n; my /= n; mz /= n;
  const Slot o = x[0];
  for (I i = 0; i < n; i++) {
    places[i] = { I(std::lrint((x[i].x - o.x) * units)), I(std::lrint((x[i].y - o.y) * units)),
      I(std::lrint((x[i].z - o.z) * units)), float(x[i].more / mass) };
    const double k = step / spacing;
    paces[i] = { float(k * (v[i].x - mx)), float(k * (v[i].y - my)), float(k * (v[i].z - mz)), float(v[i].more) };
    smoothings[i] = float(shift[i].more);
    drifts[i] = { 0, 0, 0, 0 };
  }
  const float unit = 1.0f / 4194304, reach = float(c[numbers::REACH] / spacing), reach2 = reach * reach, inverse = 1 / reach;
  const float both = float(norm * c[numbers::VOLUME]);
  I total = 0;
  for (I row = 0; row < n; row++) {
    const I i = rows[row];
    const Place p = places[i];
    const Four u = paces[i];
    const float smoothing = smoothings[i];
    closeStarts[row] = total;
    Four sum = { 0, 0, 0, 0 };
    for (I k = starts[row]; k < starts[row + 1]; k++) {
      const I j = pairs[k];
      if (j & PUSH_ONLY) continue;
      const Place& o = places[j];
      const float dx = unit * float(o.x - p.x), dy = unit * float(o.y - p.y), dz = unit * float(o.z - p.z);
      const float r2 = dx * dx + dy * dy + dz * dz;
      if (!(r2 < reach2)) continue;
      close[total++] = j;
      const float q = std::sqrt(r2) * inverse, a = std::max(1 - q, 0.0f), a2 = a * a, weight = a2 * a2 * (1 + 4 * q);
      const float share = both * (smoothing + smoothings[j]) * weight * (1 - u.more * paces[j].more) / (p.mass + o.mass);
      const float ux = share * (paces[j].x - u.x), uy = share * (paces[j].y - u.y), uz = share * (paces[j].z - u.z);
      sum.x += o.mass * ux; sum.y += o.mass * uy; sum.z += o.mass * uz; sum.more += o.mass * weight;
      Four& d = drifts[j];
      d.x -= p.mass * ux; d.y -= p.mass * uy; d.z -= p.mass * uz; d.more += p.mass * weight;
    }
    Four& d = drifts[i];
    d.x += sum.x; d.y += sum.y; d.z += sum.z; d.more += sum.more;
  }
  closeStarts[n] = total;
  const double speed = spacing / step;
  for (I i = 0; i < n; i++) {
    const Four d = drifts[i];
    q[i].x = held[i] + norm * x[i].more + norm * mass * d.more;
    shift[i].x = speed * d.x; shift[i].y = speed * d.y; shift[i].z = speed * d.z;
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
  const size_t bytes = size_t(w[words::COUNT]) * sizeof(Slot);
  const std::vector<uint8_t> x(base + w[words::SLOT_POSITION], base + w[words::SLOT_POSITION] + bytes), shift(base + w[words::SLOT_SHIFT], base + w[words::SLOT_SHIFT] + bytes);
  double best = 1e30, sum = 0;
  I pairs = 0;
  for (uint32_t k = 0; k < head[3]; k++) {
    memcpy(base + w[words::SLOT_POSITION], x.data(), bytes);
    memcpy(base + w[words::SLOT_SHIFT], shift.data(), bytes);
    const auto start = Clock::now();
    pairs = density(w, c);
    best = std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  for (uint32_t i = 0; i < w[words::COUNT]; i++) sum += at<Slot>(w[words::SLOT_FLUID])[i].x;
  printf("{\"ms\": %.9g, \"sum\": %.17g, \"pairs\": %d}\n", best, sum, pairs);
}
`;
