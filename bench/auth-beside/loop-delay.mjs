// Loaded before a server: on SIGUSR2 it prints how late the event loop was since the last time, p99 in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('SIGUSR2', () => {
  console.log(`loop-delay ${(delay.percentile(99) / 1e6).toFixed(2)}`);
  delay.reset();
});
