/**
 * Kernels of contact between surfaces: assembly/surface-*.ts say what each does. Arguments are byte offsets, counts and
 * numbers.
 */
export interface SurfaceKernels {
  surfaceTreeBuild(
    triangles: number,
    from: number,
    count: number,
    vertices: number,
    order: number,
    keys: number,
    links: number,
  ): number;
  surfaceTreeRefit(
    triangles: number,
    nodes: number,
    vertexBoxes: number,
    order: number,
    links: number,
    boxes: number,
    triangleBoxes: number,
    stale: number,
  ): void;
  surfaceVertexBoxes(
    courses: number,
    radii: number,
    from: number,
    end: number,
    shift: number,
    part: number,
    boxes: number,
  ): void;
  surfaceShapes(triangles: number, count: number, courses: number, radii: number, shapes: number): void;
  surfaceChart(vertices: number, courses: number, n: number, ratio: number, allowances: number): void;
  surfaceStrays(
    vertices: number,
    courses: number,
    from: number,
    end: number,
    startShare: number,
    endShare: number,
  ): number;
  surfaceSteer(vertices: number, courses: number, n: number, share: number, ratio: number): void;
  surfaceStale(triangles: number, count: number, courses: number, stale: number, list: number): number;
  surfaceDrop(pairs: number, wake: number, count: number, courses: number): number;
  surfaceFollow(courses: number, n: number): void;
  surfacePairs(
    triangles: number,
    order: number,
    count: number,
    treeOrder: number,
    links: number,
    boxes: number,
    nodes: number,
    ownBoxes: number,
    treeBoxes: number,
    vertexBoxes: number,
    shapes: number,
    kind: number,
    stale: number,
    courses: number,
    radii: number,
    bodies: number,
    left: number,
    pairs: number,
    found: number,
    room: number,
    out: number,
  ): number;
  surfaceTouches(
    pairs: number,
    wake: number,
    count: number,
    until: number,
    horizon: number,
    share: number,
    since: number,
    mark: number,
    kinds: number,
    vertices: number,
    courses: number,
    bodies: number,
    surfaces: number,
    rigid: number,
    contacts: number,
    order: number,
    known: number,
    from: number,
    room: number,
    out: number,
  ): number;
  surfaceOrder(contacts: number, order: number, count: number): void;
  surfaceRemember(contacts: number, order: number, count: number, memory: number): void;
  surfaceRecall(
    contacts: number,
    order: number,
    from: number,
    count: number,
    memory: number,
    remembered: number,
    share: number,
    vertices: number,
    rigids: number,
  ): void;
  surfaceRelax(contacts: number, from: number, count: number): void;
  surfaceEnergy(vertices: number, n: number): number;
  surfaceSolve(
    contacts: number,
    order: number,
    count: number,
    vertices: number,
    rigids: number,
    sweeps: number,
    enough: number,
    supports: number,
  ): number;
  surfacePushOut(
    contacts: number,
    order: number,
    count: number,
    vertices: number,
    rigids: number,
    sweeps: number,
    relax: number,
    most: number,
    enough: number,
  ): void;
  surfacePasses(
    pairs: number,
    wake: number,
    count: number,
    until: number,
    vertices: number,
    contacts: number,
    from: number,
    room: number,
    out: number,
  ): number;
  surfaceHoldBack(
    contacts: number,
    order: number,
    count: number,
    vertices: number,
    bodies: number,
    surfaces: number,
    rigids: number,
    motions: number,
    holders: number,
    firm: number,
  ): void;
  surfaceGather(
    start: number,
    end: number,
    inverseMass: number,
    stride: number,
    n: number,
    radii: number,
    counted: number,
    vertices: number,
    out: number,
  ): void;
  surfaceScatter(
    vertices: number,
    n: number,
    place: number,
    velocity: number,
    stride: number,
    rate: number,
  ): number;
  fieldSpread(
    groups: number,
    groupCount: number,
    particles: number,
    reach: number,
    layers: number,
    channels: number,
    values: number,
  ): void;
  carryMeans(
    starts: number,
    mask: number,
    rows: number,
    entries: number,
    low: number,
    cell: number,
    values: number,
    quads: number,
    places: number,
    count: number,
    width: number,
    buffer: number,
    room: number,
    into: number,
  ): void;
  fieldSides(means: number, values: number, nodes: number): void;
  fieldMeans(values: number, nodes: number, cell: number, reach: number, nearest: number): void;
}
