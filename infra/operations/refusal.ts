/** A reason why a command does nothing, on which whoever gave it can act; it is told without a stack. */
export class CommandRefusal extends Error {}

/** A command that cannot be understood as it was given. */
export class MisunderstoodCommand extends CommandRefusal {}
