import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct SuiteTests {
    @Test func `each suite has the time limit`() throws {
        let files = try PackageLayout.swiftFiles(below: "Tests")
        #expect(files.reduce(0) { $0 + $1.text.suites.count } > 300)
        #expect(files.filter { !$0.text.suitesWithoutLimit.isEmpty }.map(\.path) == [])
    }

    @Test func `a suite without the limit is found`() {
        let text = """
            @Suite struct A {}
            @MainActor @Suite(.serialized) struct B {}
            @Suite(.enabled(if: x(1), "why"), .timeLimited) struct C {}
            @Suite(
                .timeLimit(.minutes(60)))
            struct D {}
            """
        #expect(text.suites.count == 4)
        #expect(text.suitesWithoutLimit == ["A", "B", "D"])
    }

    @Test func `every test belongs to a suite`() throws {
        let files = try PackageLayout.swiftFiles(below: "Tests")
        #expect(files.filter { $0.text.contains(#/(?m)^@Test/#) }.map(\.path) == [])
    }

    /// Address Sanitizer finds what pointers and C do wrong, and takes long.
    ///
    /// So it is for modules in which there is much of that: more than two lines in a thousand with pointers, or a C library. Of
    /// the apps' modules, only the one that calls a library of the desktop is among them.
    @Test func `modules that use many pointers, or C libraries, are tested with Address Sanitizer`() throws {
        let path = PackageLayout.root.appending(path: "Tools/test-sanitizers")
        let script = try String(contentsOf: path, encoding: .utf8)
        let layout = try PackageLayout()
        let tested = Set(script.matches(of: #/\w+Tests(?=[,\n])/#).map { String($0.0) })
        let handlingMemory = layout.modules.filter { module in
            let lines = module.files.flatMap { $0.text.split(separator: "\n") }
            let pointers = lines.count { $0.contains(#/\bUnsafe\w*Pointer|\bwithUnsafe/#) }
            return 1000 * pointers > 2 * lines.count
                || module.files.contains { file in
                    file.text.imports.contains { layout.cModules.contains($0.module) && $0.module != "CLinux" }
                }
        }
        // These have no suites of their own: those of ImageCodecs and TileStores test them.
        let untested: Set = [
            "Compression", "ImageSources", "LibraryLogging", "XMLDocuments", "TileContainers", "FilePyramids",
        ]
        let names = handlingMemory.filter { $0.floor != "Apps" || $0.name == "FileDialogs" }.map(\.name)
        #expect(names.count > 12)
        let manifest = try String(contentsOf: PackageLayout.root.appending(path: "Package.swift"), encoding: .utf8)
        let definition = #/let watchedModules: Set =(?:.|\n)*?\? \[\]((?:.|\n)*?)\n {4}\]/#
        let list = try #require(manifest.firstMatch(of: definition)).1
        #expect(Set(list.matches(of: #/"(\w+)"/#).map { String($0.1) }) == Set(names))
        #expect(names.filter { !untested.contains($0) && !tested.contains($0 + "Tests") } == [])
    }
}

extension String {
    /// The suites of a Swift file: the text between the attribute and the type's name, and the name.
    fileprivate var suites: [(traits: Substring, name: Substring)] {
        matches(of: #/(?m)^(?:@MainActor )?@Suite\b((?:.|\n)*?)\b(?:struct|class|actor|enum) (`[^`]+`|\w+)/#)
            .map { ($0.1, $0.2) }
    }

    fileprivate var suitesWithoutLimit: [String] {
        suites.filter { !$0.traits.contains(".timeLimited") }.map { String($0.name) }
    }
}
