/** The machine that a benchmark runs on, and the CPU time that it gave. */
import { cpus } from 'node:os';

/** Returns the CPU time of this process, ms, which other work on the machine affects less than wall time. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns the names of the processor and of the version of Node. */
export function machineName(): string {
  const [cpu] = cpus();
  return `${cpu?.model.trim() ?? 'unknown processor'}, one thread, Node ${process.version}`;
}

/** Returns the date of today, such as 2026-11-18. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
