import {
  type BinaryOperationNode,
  type ColumnDefinitionNode,
  DataTypeNode,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
} from 'kysely'
import type { Engine } from './lane-dialect.ts'

/** Columns hold there what they hold in SQLite: 64 bits of a number, and texts that are ordered by their bytes, in whatever language the database was made. */
const COLUMN_TYPES: Record<string, string> = {
  integer: 'bigint',
  real: 'double precision',
  text: 'text collate "C"',
}

/** Writes what Kysely builds so that PostgreSQL takes it as SQLite does. */
class Compiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const type = DataTypeNode.is(node.dataType) ? COLUMN_TYPES[node.dataType.dataType] : undefined
    super.visitColumnDefinition(type ? { ...node, dataType: RawNode.createWithSql(type) } : node)
  }

  /** A number says that it is one: what stands beside it is else taken for its type, and four bytes hold no time. */
  protected override appendValue(value: unknown): void {
    super.appendValue(value)
    if (typeof value === 'number') this.append(Number.isSafeInteger(value) ? '::int8' : '::float8')
  }

  /** A list is one parameter, however long it is. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    const word = OperatorNode.is(operator) ? operator.operator : undefined
    const values =
      (word === 'in' || word === 'not in') && PrimitiveValueListNode.is(rightOperand) ? rightOperand.values : undefined
    const type = values && arrayType(values)
    if (!values || type === undefined) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(node.leftOperand)
    this.append(word === 'in' ? ' = any(' : ' <> all(')
    this.addParameter(values)
    this.append(`${this.getCurrentParameterPlaceholder()}${type})`)
  }
}

/** Undefined for lists that hold what is no number and no text. An empty one is of the type of what it is compared with. */
function arrayType(values: readonly unknown[]): '' | '::int8[]' | '::float8[]' | '::text[]' | undefined {
  if (values.length === 0) return ''
  if (values.every((value) => Number.isSafeInteger(value))) return '::int8[]'
  if (values.every((value) => typeof value === 'number')) return '::float8[]'
  return values.every((value) => typeof value === 'string') ? '::text[]' : undefined
}

export const postgresEngine: Engine = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new Compiler(),
}
