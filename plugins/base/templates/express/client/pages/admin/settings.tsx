import { useQuery } from '@tanstack/react-query';
import type { PluginSetting, PluginSettings } from '@shared/lib/admin';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { get } from '@/lib/api';
import { t } from '@/lib/i18n';

/** Shows the plugin settings. They can only be changed in files. */
export default function SettingsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'settings'],
    queryFn: ({ signal }) => get<PluginSettings[]>('/api/admin/settings', signal),
  });

  return (
    <>
      <PageHeader title={t('settings')} />
      <p className="text-muted-foreground mb-6 max-w-prose text-sm">{t('settingsText')}</p>
      {data ? (
        <Plugins plugins={data} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function Plugins({ plugins }: { plugins: readonly PluginSettings[] }) {
  if (plugins.length === 0) {
    return <p className="text-muted-foreground">{t('noSettings')}</p>;
  }
  return (
    <div className="space-y-6">
      {plugins.map(({ plugin, settings }) => (
        <section key={plugin} aria-label={plugin} className="bg-card rounded-xl border">
          <h2 className="border-b px-5 py-3 font-semibold wrap-anywhere">{plugin}</h2>
          <dl className="divide-y text-sm">
            {settings.map((setting) => (
              <div key={setting.key} className="grid gap-x-6 gap-y-1 px-5 py-3 sm:grid-cols-2">
                <dt className="wrap-anywhere">
                  <span className="font-medium">{setting.label}</span>
                  <span className="text-muted-foreground block text-xs">
                    {'variable' in setting ? setting.variable : setting.key}
                  </span>
                </dt>
                <dd className="wrap-anywhere">{stateOf(setting)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function stateOf(setting: PluginSetting) {
  if ('variable' in setting) return setting.isSet ? t('settingInEnvironment') : <NotSet />;
  if (setting.value === null) return <NotSet />;
  if (typeof setting.value === 'boolean') return setting.value ? t('yes') : t('no');
  return String(setting.value);
}

function NotSet() {
  return <span className="text-muted-foreground">{t('settingMissing')}</span>;
}
