import { Hono } from 'hono'
import { GlobalSettings, SettingsBody, SettingsReply } from '#domain/platform/settings.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../http/env.ts'
import { requireAccount, requireAdmin, signedIn } from '../http/require-account.ts'
import { answers } from '../http/schemas/answers.ts'
import { validate } from '../http/schemas/validate.ts'
import { translate } from '../runtime/translate.ts'
import { readSettings } from './read-settings.ts'
import { saveSettings } from './save-settings.ts'

export const settingRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/admin/settings',
      answers('settings', 'The global settings', GlobalSettings),
      requireAccount,
      requireAdmin,
      async (c) => c.json(await readSettings(deps.database.db)),
    )
    .post(
      '/admin/settings',
      answers('settings', 'Set some of the global settings', SettingsReply),
      requireAccount,
      requireAdmin,
      validate('json', SettingsBody),
      async (c) => {
        const settings = await saveSettings(deps, signedIn(c).accountId, c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'settings.message.saved'), ...settings })
      },
    )
