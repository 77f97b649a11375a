// Loaded before a server. On SIGUSR2, prints the p99 event loop delay since the last signal, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('SIGUSR2', () => {
  console.log(`loop-delay ${(delay.percentile(99) / 1e6).toFixed(2)}`);
  delay.reset();
});
