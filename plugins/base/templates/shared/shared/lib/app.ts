/** The display name of the application. */
export const appName = '{{project.name}}';
