import { closeSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import type { Locale } from '#domain/platform/locale.ts'
import type { Variant } from '../../config/config.ts'
import { translate } from '../../runtime/translate.ts'
import { isMissing } from '../../runtime/unless-missing.ts'
import { looks } from '../variant.ts'

const PNG_SIGNATURE = '89504e470d0a1a0a'

/** `WxH` of a PNG file, from its first chunk. Undefined if there is no such file. */
function pngSize(file: string): string | undefined {
  const head = Buffer.alloc(24)
  try {
    const handle = openSync(file, 'r')
    readSync(handle, head, 0, head.length, 0)
    closeSync(handle)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  if (head.toString('hex', 0, 8) !== PNG_SIGNATURE) throw new Error(`${file} is not a PNG`)
  return `${head.readUInt32BE(16)}x${head.readUInt32BE(20)}`
}

function images<Extra extends Record<string, string>>(folder: string, wanted: (Extra & { src: string })[]) {
  return wanted.flatMap((image) => {
    const sizes = pngSize(path.join(folder, image.src))
    return sizes ? [{ ...image, sizes, type: 'image/png' }] : []
  })
}

/** The web app manifest of a variant, with those pictures that the build in `folder` contains. */
export function appManifest(folder: string, variant: Variant) {
  const { name, themeColor, background } = looks[variant]
  const icons = images(folder, [
    { src: `/icons/${variant}-192.png`, purpose: 'any' },
    { src: `/icons/${variant}-512.png`, purpose: 'any' },
    { src: `/icons/${variant}-maskable-512.png`, purpose: 'maskable' },
  ])
  const screenshots = images(folder, [
    { src: `/screenshots/${variant}-narrow.png`, form_factor: 'narrow' },
    { src: `/screenshots/${variant}-wide.png`, form_factor: 'wide' },
  ])
  return (lang: Locale) => ({
    name,
    short_name: name,
    description: translate(lang, 'app-manifest.description'),
    categories: ['utilities', 'productivity', 'business'],
    id: '/',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: themeColor,
    background_color: background,
    lang,
    icons,
    screenshots,
    // via `/`, so that it differs from `start_url`, which would only bring an open window to the front
    shortcuts: [
      { name: translate(lang, 'app.nav.dashboard'), url: '/?from=%2Fdashboard' },
      { name: translate(lang, 'app-manifest.note'), url: '/dashboard?open=note' },
      { name: translate(lang, 'app-manifest.visit'), url: '/visit?begin=true' },
      { name: translate(lang, 'app.nav.alarms'), url: '/alarms' },
    ],
    // an open window may contain unsaved input, so the page itself handles navigation
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
  })
}
