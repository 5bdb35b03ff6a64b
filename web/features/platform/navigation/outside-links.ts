import { LifeBuoy, type LucideIcon, MessagesSquare, Store } from 'lucide-react'
import type { MessageId } from '../../../../locales/message-id.ts'
import type { appSettings } from '../../../app-settings.ts'

export type OutsideLink = { href: string; icon: LucideIcon; label: MessageId }

/** Returns this installation's links to other sites; the forum is only for beekeepers. */
export function outsideLinks(
  { shop, externalShopUrl, forumUrl, supportUrl, variant }: typeof appSettings,
  signedIn: boolean,
): OutsideLink[] {
  const links: OutsideLink[] = []
  if (externalShopUrl) {
    links.push({ href: externalShopUrl, icon: Store, label: shop ? 'app.nav.externalShop' : 'app.nav.shop' })
  }
  if (forumUrl && variant === 'hivewatch') links.push({ href: forumUrl, icon: MessagesSquare, label: 'app.nav.forum' })
  if (supportUrl && signedIn) links.push({ href: supportUrl, icon: LifeBuoy, label: 'app.nav.support' })
  return links
}
