/** The application's name, as people read it. */
export const appName = '{{project.name}}';
