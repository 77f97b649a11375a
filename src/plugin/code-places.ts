/** Places in which a plugin's code runs, in the order in which they are shown. A file that runs in several places has the first. */
export const codePlaces = ['build', 'everyPage', 'server', 'onePage', 'tests', 'elsewhere'] as const;

/**
 * `build`: runs when a tool runs: configuration, scripts, and all modules that these files or a style sheet load.
 * `everyPage`: loaded with every page: providers, header components, service workers. `server`: the API. `onePage`:
 * other browser code. `tests`: runs in tests. `elsewhere`: no file of the plugin shows where the file runs.
 */
export type CodePlace = (typeof codePlaces)[number];
