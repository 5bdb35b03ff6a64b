import { createLink } from '@tanstack/react-router'
import { MenuAnchor } from '../overlay/menu.tsx'
import { SectionAnchor } from './section-navigation.tsx'
import { TabAnchor } from './tabs.tsx'

/** The kit's other anchors as links to routes; kept apart from the button because no first screen needs them. */
export const MenuLink = createLink(MenuAnchor)
export const SectionLink = createLink(SectionAnchor)
export const TabLink = createLink(TabAnchor)
