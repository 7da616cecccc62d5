/**
 * The linear solve of one cloth without contacts in C++, loop by loop as in kernels/assembly/cloth/solve.ts, on the same memory:
 * it reads the bytes of the module from a file and follows the offsets of the job. It uses the compiler's own vectors of four
 * floats; with -march=native it also fuses products and sums, which WebAssembly may not.
 */
import { CoupledJob, SolveJob, SolveLevel, SystemEntry } from 'pliant/engine';
import { structOf } from '../c-records.ts';

export const SOLVE_SOURCE = String.raw`
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>
using Clock = std::chrono::steady_clock;
typedef float V __attribute__((vector_size(16)));
typedef float U __attribute__((vector_size(16), aligned(4)));
typedef int32_t I;

static uint8_t* base;
template <class T> static T* at(uint32_t offset) { return reinterpret_cast<T*>(base + offset); }
static inline V splat(float s) { return V{s, s, s, s}; }
static inline V times(const V* c, V x) { return c[0] * splat(x[0]) + c[1] * splat(x[1]) + c[2] * splat(x[2]); }
static inline V blockTimes(const float* b, V x) {
  return *(const U*)b * splat(x[0]) + *(const U*)(b + 3) * splat(x[1]) + *(const U*)(b + 6) * splat(x[2]);
}
static inline double across(V v) { return (double(v[0]) + v[1]) + (double(v[2]) + v[3]); }

${structOf('Level', SolveLevel)}
${structOf('Job', SolveJob)}
${structOf('Entry', SystemEntry)}
${structOf('Coupled', CoupledJob, ['TOLERANCE', 'FLOOR', 'SHARE'])}
static const int STRETCH = 256;

static double multiply(const Job& j, const V* p, V* q) {
  const I *rows = at<I>(j.rows), *columns = at<I>(j.columns), *scalarRows = at<I>(j.scalarRows),
          *scalarColumns = at<I>(j.scalarColumns), *constraints = at<I>(j.constraints);
  const float *blocks = at<float>(j.blocks), *scalars = at<float>(j.scalars);
  const V *diagonal = at<V>(j.diagonal), *projectors = at<V>(j.projectors);
  double total = 0;
  for (int start = 0; start < int(j.count); start += STRETCH) {
    V sum = splat(0);
    for (int i = start, end = std::min<int>(j.count, start + STRETCH); i < end; i++) {
      V out = times(diagonal + 3 * i, p[i]);
      for (int k = rows[i]; k < rows[i + 1]; k++) out += blockTimes(blocks + 9 * k, p[columns[k]]);
      for (int k = scalarRows[i]; k < scalarRows[i + 1]; k++) out += splat(scalars[k]) * p[scalarColumns[k]];
      out[3] = 0;
      if (constraints[i] >= 0) out = times(projectors + 3 * constraints[i], out);
      q[i] = out;
      sum += p[i] * out;
    }
    total += across(sum);
  }
  return total;
}

struct Motion { V linear, angular; };
struct Block { Motion columns[6]; };
static inline V cross(V a, V b) {
  const V c = a * V{b[1], b[2], b[0], b[3]} - V{a[1], a[2], a[0], a[3]} * b;
  return V{c[1], c[2], c[0], c[3]};
}
static inline Motion times(const Block& b, const Motion& m) {
  Motion out{splat(0), splat(0)};
  for (int k = 0; k < 3; k++) {
    out.linear += b.columns[k].linear * splat(m.linear[k]) + b.columns[k + 3].linear * splat(m.angular[k]);
    out.angular += b.columns[k].angular * splat(m.linear[k]) + b.columns[k + 3].angular * splat(m.angular[k]);
  }
  return out;
}

struct Lists {
  const I *labels, *memberStarts, *members, *starts, *middles, *columns;
  const V* arms;
  const Block *inverses, *blocks;
  Motion *loads, *motions;
  Lists(const Job& j, const Level& l)
      : labels(at<I>(j.levelNumbers + l.labels)), memberStarts(at<I>(j.levelNumbers + l.memberStarts)),
        members(at<I>(j.levelNumbers + l.members)), starts(at<I>(j.levelNumbers + l.starts)),
        middles(at<I>(j.levelNumbers + l.middles)), columns(at<I>(j.levelNumbers + l.columns)),
        arms(at<V>(j.levelReals + l.arms)), inverses(at<Block>(j.levelReals + l.inverses)),
        blocks(at<Block>(j.levelReals + l.blocks)), loads(at<Motion>(j.levelReals + l.loads)),
        motions(at<Motion>(j.levelReals + l.motions)) {}
  Motion without(Motion load, int from, int to) const {
    for (int k = from; k < to; k++) {
      const Motion m = times(blocks[k], motions[columns[k]]);
      load.linear -= m.linear;
      load.angular -= m.angular;
    }
    return load;
  }
};

static void cycle(const Job& j, const Level* level) {
  const Lists a(j, *level);
  const int n = level->nodes, coarse = level[1].nodes;
  for (int i = 0; i < n; i++) a.motions[i] = times(a.inverses[i], a.without(a.loads[i], a.starts[i], a.middles[i]));
  if (coarse > 0) {
    const Lists b(j, level[1]);
    memset(b.loads, 0, coarse * sizeof(Motion));
    for (int i = 0; i < n; i++) {
      const Motion left = a.without({splat(0), splat(0)}, a.middles[i], a.starts[i + 1]);
      b.loads[b.labels[i]].linear += left.linear;
      b.loads[b.labels[i]].angular += left.angular + cross(b.arms[i], left.linear);
    }
    cycle(j, level + 1);
    for (int i = 0; i < n; i++) {
      const Motion& m = b.motions[b.labels[i]];
      a.motions[i].linear += m.linear + cross(m.angular, b.arms[i]);
      a.motions[i].angular += m.angular;
    }
  }
  for (int i = n; i-- > 0;) a.motions[i] = times(a.inverses[i], a.without(a.loads[i], a.starts[i], a.starts[i + 1]));
}

static double precondition(const Job& j) {
  const Level* level = at<Level>(j.levelTable);
  const V *r = at<V>(j.r), *inverses = at<V>(j.inverses), *projectors = at<V>(j.projectors);
  const I* constraints = at<I>(j.constraints);
  const Lists a(j, *level);
  for (int i = 0; i < int(level->nodes); i++) {
    Motion sum{splat(0), splat(0)};
    for (int k = a.memberStarts[i]; k < a.memberStarts[i + 1]; k++) {
      sum.linear += r[a.members[k]];
      sum.angular += cross(a.arms[a.members[k]], r[a.members[k]]);
    }
    a.loads[i] = sum;
  }
  cycle(j, level);
  V* z = at<V>(j.z);
  double total = 0;
  for (int start = 0; start < int(j.count); start += STRETCH) {
    V sum = splat(0);
    for (int i = start, end = std::min<int>(j.count, start + STRETCH); i < end; i++) {
      const Motion& m = a.motions[a.labels[i]];
      V out = times(inverses + 3 * i, r[i]) + m.linear + cross(m.angular, a.arms[i]);
      if (constraints[i] >= 0) out = times(projectors + 3 * constraints[i], out);
      z[i] = out;
      sum += r[i] * out;
    }
    total += across(sum);
  }
  return total;
}

/** From x = 0: as many iterations as the job says. */
static double solve(const Coupled& c, const Job& j) {
  V *x = at<V>(c.x), *r = at<V>(c.r), *z = at<V>(c.z), *p = at<V>(c.p), *q = at<V>(c.q);
  const V* drift = at<V>(c.drift);
  const float* masses = at<float>(c.masses);
  double* ways = at<double>(c.ways);
  const int n = c.rows;
  std::fill(x, x + n, splat(0));
  double rz = precondition(j);
  std::copy(z, z + n, p);
  for (int iteration = 0; iteration < int(c.most); iteration++) {
    const double along = multiply(j, p, q);
    if (!(along > 0)) return -1;
    const V step = splat(float(rz / along));
    for (int start = 0; start < n; start += STRETCH) {
      V way = splat(0);
      for (int i = start, end = std::min(n, start + STRETCH); i < end; i++) {
        x[i] += step * p[i];
        r[i] -= step * q[i];
        const V gone = x[i] + drift[i];
        way += splat(masses[i]) * (gone * gone);
      }
      ways[start / STRETCH] = across(way);
    }
    const double next = precondition(j);
    const V share = splat(float(next / rz));
    rz = next;
    for (int i = 0; i < n; i++) p[i] = z[i] + share * p[i];
  }
  return rz;
}

static double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

int main(int, char** argv) {
  FILE* in = fopen(argv[1], "rb");
  if (!in) return 2;
  uint32_t head[4]; // bytes of memory, job, samples, unused
  if (fread(head, 4, 4, in) != 4) return 3;
  base = static_cast<uint8_t*>(std::aligned_alloc(64, (head[0] + 63) / 64 * 64));
  if (fread(base, 1, head[0], in) != head[0]) return 3;
  const Coupled c = *at<Coupled>(head[1]);
  if (c.systems != 1 || c.contacts != 0) return 4;
  const Job j = *at<Job>(at<Entry>(c.systemTable)->job);
  const size_t bytes = size_t(c.rows) * sizeof(V);
  std::vector<uint8_t> r(base + c.r, base + c.r + bytes);
  double best = 1e30, product = 1e30, rz = 0, along = 0;
  for (uint32_t k = 0; k < head[2]; k++) {
    memcpy(base + c.r, r.data(), bytes);
    const auto start = Clock::now();
    rz = solve(c, j);
    best = std::min(best, since(start));
    const auto begin = Clock::now();
    along = multiply(j, at<V>(j.p), at<V>(j.q));
    product = std::min(product, since(begin));
  }
  printf("{\"ms\": %.9g, \"residual\": %.17g, \"product\": %.9g, \"along\": %.9g}\n", best, rz, product, along);
}
`;
