import {
  Bell,
  ChartColumn,
  CirclePlus,
  Cpu,
  Earth,
  History,
  ListChecks,
  type LucideIcon,
  Megaphone,
  RadioTower,
  ShoppingCart,
  SlidersHorizontal,
  Stethoscope,
  Users,
} from 'lucide-react'

/** What a user is responsible for besides their own hives. */
export type Duty = 'administrator' | 'manager'

const administrator = [
  { to: '/a/fleet', icon: Stethoscope, label: 'administration-menu.fleet' },
  { to: '/a/users', icon: Users, label: 'administration-menu.users' },
  { to: '/a/notifications', icon: Bell, label: 'administration-menu.notifications' },
  { to: '/a/controllers', icon: RadioTower, label: 'administration-menu.controllers' },
  { to: '/a/controllers/create', icon: CirclePlus, label: 'administration-menu.register' },
  { to: '/a/jobs', icon: ListChecks, label: 'administration-menu.jobs' },
  { to: '/a/firmware', icon: Cpu, label: 'administration-menu.firmware' },
  { to: '/a/variables', icon: SlidersHorizontal, label: 'administration-menu.variables' },
  { to: '/shop/admin', icon: ShoppingCart, label: 'administration-menu.orders' },
  { to: '/a/regions', icon: Earth, label: 'administration-menu.regions' },
  { to: '/a/affiliateNotification', icon: Megaphone, label: 'administration-menu.affiliateNotification' },
  { to: '/analysis', icon: ChartColumn, label: 'administration-menu.analysis' },
  { to: '/a/audit', icon: History, label: 'administration-menu.audit' },
] as const satisfies Entries

const manager = [
  { to: '/m', icon: Stethoscope, label: 'administration-menu.fleet' },
  { to: '/m/controllers', icon: RadioTower, label: 'administration-menu.controllers' },
  { to: '/m/users', icon: Users, label: 'administration-menu.users' },
] as const satisfies Entries

const veterinaryManager = [
  ...manager,
  { to: '/m/affiliateNotification', icon: Megaphone, label: 'administration-menu.affiliateNotification' },
] as const satisfies Entries

type Entries = readonly { to: string; icon: LucideIcon; label: `administration-menu.${string}` }[]
type AdministrationEntry = (typeof administrator)[number] | (typeof veterinaryManager)[number]

/** The menu entries by duty and variant: managers notify customers only in the veterinary variant. */
export function administrationEntries(duty: Duty, variant: 'hivewatch' | 'biovet'): readonly AdministrationEntry[] {
  if (duty === 'administrator') return administrator
  return variant === 'biovet' ? veterinaryManager : manager
}
