import TestLimits
import Testing

@Suite(.timeLimited) struct FolderTests {
    @Test func `no folder of a module leads back to itself`() throws {
        for module in try PackageLayout().modules {
            let root = "Sources/\(module.floor)/\(module.name)/"
            let graph = FolderGraph(module.files.map { (String($0.path.dropFirst(root.count)), $0.text) })
            #expect(graph.cycles == [], "\(module.name)")
        }
    }

    @Test func `a cycle of three folders is found, with the names that make it`() {
        let graph = FolderGraph([
            ("A/One.swift", "struct One { let two: Two }"),
            ("B/Two.swift", "public final class Two { func f() { three() } }"),
            ("C/Three.swift", "func three() { _ = One.self }"), ("C/Four.swift", "enum Four { case two }"),
            ("D/Five.swift", "let five = Four.two"),
        ])
        #expect(graph.cycles == ["A → B (Two)", "B → C (three)", "C → A (One)"])
        #expect(graph.uses["D"] == ["C": "Four"])
    }

    @Test func `comments, strings, members and names that two files declare are no use`() {
        let graph = FolderGraph([
            ("A/One.swift", "struct One {}\nstruct Both {}"),
            (
                "B/Two.swift",
                "// One\n/* One */ let a = \"One \\\" One\", b = \"\"\"\nOne\n\"\"\", c = x.One, d = Both()"
            ),
            ("C/Both.swift", "struct Both {}"),
        ])
        #expect(graph.uses.isEmpty)
    }

    @Test func `braces of strings within interpolations do not count`() {
        let names = SwiftNames(#"struct A { let b = "\(c.map { "{ \($0)" } ?? "{")" }"# + "\nstruct B {}")
        #expect(names.declared == ["A", "B"])
    }

    @Test func `nested declarations do not count`() {
        let names = SwiftNames("extension A { struct Inner {}; func f() {} }\nprivate struct Outer { var inner: Int }")
        #expect(names.declared == ["Outer"])
        #expect(names.used.isSuperset(of: ["A", "Int"]))
    }
}
