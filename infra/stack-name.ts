/** What the stack is called in an account, and what its resources' names begin with. */
export const stackName = 'sealpost'
