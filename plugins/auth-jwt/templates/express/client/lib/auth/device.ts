import { t } from '@/lib/i18n';

const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns a readable device name from the user agent, such as `Firefox on Windows`. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return t('authUnknownDevice');
  const found = (list: typeof browsers) => list.find(([, sign]) => sign.test(userAgent))?.[0];
  const [browser, system] = [found(browsers), found(systems)];
  if (browser && system) return t('authDevice', { browser, system });
  return browser ?? system ?? userAgent.slice(0, 60);
}
