import type { GlobalSettings } from '#domain/platform/settings.ts'

export type SettingTable = { name: keyof GlobalSettings; value: number }
