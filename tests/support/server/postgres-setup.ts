import { upgradePostgres } from '../../../server/store/open-postgres.ts'
import { startCluster } from './postgres-cluster.ts'

/** One cluster for all tests of a run, with a migrated database that is copied for each test. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  await cluster.admin('create database template_hivewatch')
  await upgradePostgres(cluster.url('template_hivewatch'))
  process.env.TEST_POSTGRES_URL = cluster.url('postgres')
  return () => cluster.stop()
}
