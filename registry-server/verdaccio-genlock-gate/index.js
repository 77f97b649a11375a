// Verdaccio loads its plugins from files. This one hands over the gate that the process which started Verdaccio made.
module.exports = ({ gate }) => globalThis.genlockGates.get(gate);
