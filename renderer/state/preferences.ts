// What a person chose for this page and wants to find again: theme, density, time zone, and whether the sidebar shows.

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const densities = ['compact', 'default', 'relaxed'] as const;
export type Density = (typeof densities)[number];
export const zoneChoices = ['local', 'utc'] as const;

export interface Preferences {
  theme: Theme;
  density: Density;
  zone: (typeof zoneChoices)[number];
  sidebar: boolean;
}

/** Height of a row of the list in CSS pixels. */
export const rowHeights: Record<Density, number> = { compact: 24, default: 28, relaxed: 34 };

/** Where preferences survive a reload. */
export interface PreferenceStorage {
  read(): string | null;
  write(text: string): void;
}

const defaults: Preferences = { theme: 'system', density: 'default', zone: 'local', sidebar: true };

/** Stored preferences; whatever is missing or unknown falls back to its default. */
export function readPreferences(storage: PreferenceStorage): Preferences {
  const stored = parseObject(storage.read());
  return {
    theme: themes.find((theme) => theme === stored['theme']) ?? defaults.theme,
    density: densities.find((density) => density === stored['density']) ?? defaults.density,
    zone: zoneChoices.find((zone) => zone === stored['zone']) ?? defaults.zone,
    sidebar: typeof stored['sidebar'] === 'boolean' ? stored['sidebar'] : defaults.sidebar,
  };
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Text that someone else wrote under our key: start from the defaults.
    return {};
  }
}
