import { createLink } from '@tanstack/react-router'
import { MenuAnchor } from '../overlay/menu.tsx'
import { SectionAnchor } from './section-navigation.tsx'
import { TabAnchor } from './tabs.tsx'

/** The kit's other anchors as links to routes, apart from the button, as no first screen has them. */
export const MenuLink = createLink(MenuAnchor)
export const SectionLink = createLink(SectionAnchor)
export const TabLink = createLink(TabAnchor)
