import type { GlobalSettings } from '#domain/settings.ts'

export type SettingTable = { name: keyof GlobalSettings; value: number }
