import { Monitor, Moon, Sun } from 'lucide-react';
import { themes, type Theme } from '#renderer/state/preferences.ts';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Menu, MenuChoice } from '#renderer/ui/menu.tsx';

const looks = {
  system: { label: 'As the system', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
} as const satisfies Record<Theme, object>;

export function ThemeMenu() {
  const theme = useInspector((s) => s.preferences.theme);
  const { setPreference } = useActions();
  const Icon = looks[theme].icon;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Theme">
          <Icon aria-hidden />
        </IconButton>
      }
    >
      <MenuChoice
        label="Theme"
        value={theme}
        onChange={(next) => setPreference('theme', next)}
        options={themes.map((value) => ({ value, label: looks[value].label }))}
      />
    </Menu>
  );
}
