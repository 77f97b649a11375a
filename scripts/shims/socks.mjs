// Stands for the package socks in the bundle: it takes 10 ms to load, and only a proxy of that kind needs it.
export const SocksClient = {
  createConnection: (options) => require('./socks.cjs').SocksClient.createConnection(options),
};
