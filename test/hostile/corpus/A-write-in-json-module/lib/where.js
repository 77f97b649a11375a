export const path = '../escaped';
