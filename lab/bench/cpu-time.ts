/** Returns the CPU time of this process, ms, which other work on the machine affects less than wall time. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
