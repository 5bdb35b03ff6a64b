import { createLink } from '@tanstack/react-router'
import { ButtonAnchor } from './button.tsx'
import { MenuAnchor } from './menu.tsx'
import { SectionAnchor } from './section-navigation.tsx'
import { TabAnchor } from './tabs.tsx'

/** The kit's anchors as links to routes: `to`, `params` and `search` are checked against them. */
export const ButtonLink = createLink(ButtonAnchor)
export const MenuLink = createLink(MenuAnchor)
export const SectionLink = createLink(SectionAnchor)
export const TabLink = createLink(TabAnchor)
