import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { bindSpaces } from '../../server/domain/platform/bind-spaces.ts'
import { areaOf } from '../i18n/text-areas.ts'

const root = path.join(import.meta.dirname, '../..')

/**
 * `virtual:messages/<locale>/<area>`: the texts of one language in parts, parsed at build time so that no parser is shipped; without an area, all that the app
 * may show.
 */
export function messageCatalogues(): Plugin {
  const prefix = 'virtual:messages/'
  return {
    name: 'hivewatch-messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return
      const [locale = '', area] = id.slice(prefix.length + 1).split('/')
      const folder = path.join(root, 'locales', locale)
      const messages: Record<string, unknown> = {}
      for (const file of readdirSync(folder).sort()) {
        const of = areaOf(path.basename(file, '.json'))
        if (of === undefined || (area !== undefined && of !== area)) continue
        this.addWatchFile(path.join(folder, file))
        const catalogue = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>
        for (const [key, text] of Object.entries(catalogue)) messages[key] = parse(bindSpaces(locale, text))
      }
      return `export default ${JSON.stringify(messages)}`
    },
  }
}
