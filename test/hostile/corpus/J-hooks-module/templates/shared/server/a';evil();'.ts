export const middleware = () => {};
