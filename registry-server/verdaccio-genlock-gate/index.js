// Plugin file for Verdaccio, which loads plugins from files. Returns the gate created by the process that started
// Verdaccio.
module.exports = ({ gate }) => globalThis.genlockGates.get(gate);
