public import ArgumentParser

/// An argument that takes one of a few names, all of which `allValueStrings` lists.
///
/// The completions of shells offer these names, as they do for an argument that is `CaseIterable`.
public protocol ListedArgument: ExpressibleByArgument {}

extension ListedArgument {
    /// The list of all names.
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
