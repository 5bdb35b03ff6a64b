import { createLink } from '@tanstack/react-router'
import { ButtonAnchor } from '../button.tsx'

/** The kit's button as a link to a route; `to`, `params` and `search` are type-checked against it. */
export const ButtonLink = createLink(ButtonAnchor)
