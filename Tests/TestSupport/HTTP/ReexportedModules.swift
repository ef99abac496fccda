// Tests that need a server need nothing else of the module that has it.
@_exported public import LoopbackServers
