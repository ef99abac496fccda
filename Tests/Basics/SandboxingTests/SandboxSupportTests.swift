import TestLimits
import Testing

@testable import Sandboxing

@Suite(.timeLimited) struct `What a kernel has to limit processes` {
    @Test(arguments: [
        (7, true, "Landlock 7 and a filter of system calls"), (1, false, "Landlock 1"),
        (nil, true, "a filter of system calls"), (nil, false, "none"),
    ])
    func `The means are named`(version: Int?, filters: Bool, words: String) {
        #expect("\(SandboxSupport(landlockVersion: version, filtersSystemCalls: filters))" == words)
    }

    @Test func `A failed call is named with its reason`() {
        #expect("\(SandboxError(call: "seccomp", code: 1))" == "seccomp: Operation not permitted")
    }
}
