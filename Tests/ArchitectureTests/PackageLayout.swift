import Foundation

/// The package as its manifest and its folders describe it.
struct PackageLayout {
    /// A Swift module of `Sources`.
    struct Module {
        var name: String
        var floor: String
        /// Whether apps can import it.
        var isProduct: Bool
        var dependencies: [String]
        /// Its sources, by path relative to the package.
        var files: [(path: String, text: String)]
    }

    /// The floors, from the lowest up.
    let floors: [String]
    /// The modules, in the order of the manifest.
    let modules: [Module]
    /// The system libraries and the C code of the package.
    let cModules: Set<String>

    /// The folder of Package.swift.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// Reads the package that this file belongs to.
    init() throws {
        try self.init(manifest: Self.manifest())
    }

    /// The text of Package.swift.
    static func manifest() throws -> String {
        try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    }

    /// Reads a manifest; sources come from the package that this file belongs to.
    init(manifest: String) throws {
        var folders: [String: String] = [:]
        var floors: [String] = []
        for match in manifest.matches(of: #/case (\w+) = "(\w+)"/#) {
            folders[String(match.1)] = String(match.2)
            floors.append(String(match.2))
        }
        self.floors = floors
        modules = try manifest.matches(of: #/\bModule\(\s*\.(\w+),\s*"(\w+)"([^()]*)/#).map { match in
            let floor = folders[String(match.1)] ?? ""
            let name = String(match.2)
            let uses = match.3.firstMatch(of: #/uses:\s*"+([^"]*)"/#)?.1 ?? ""
            return Module(
                name: name, floor: floor, isProduct: match.3.contains("isProduct: true"),
                dependencies: uses.split(whereSeparator: \.isWhitespace).map(String.init)
                    .filter { $0 != "ArgumentParser" },
                files: try Self.swiftFiles(below: "Sources/\(floor)/\(name)"))
        }
        cModules = Set(manifest.matches(of: #/c(?:Library|Module)\(\s*"(\w+)"/#).map { String($0.1) })
            .union(manifest.matches(of: #/systemLibrary\(name: "(\w+)"/#).map { String($0.1) })
    }

    /// The Swift files below a folder, sorted by path.
    static func swiftFiles(below folder: String) throws -> [(path: String, text: String)] {
        let names =
            FileManager.default.enumerator(atPath: root.appending(path: folder).path)?
            .compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            let path = "\(folder)/\(name)"
            return (path, try String(contentsOf: root.appending(path: path), encoding: .utf8))
        }
    }
}

extension PackageLayout {
    /// An arrow that points up: a module that uses one of a higher floor, or one listed below it on its own floor.
    var upwardArrows: [String] {
        modules.enumerated().flatMap { index, module in
            module.dependencies.compactMap { name -> String? in
                guard !cModules.contains(name) else { return nil }
                guard let used = modules.firstIndex(where: { $0.name == name }) else {
                    return "\(module.name) → \(name): no such module"
                }
                let floor = floors.firstIndex(of: module.floor) ?? -1
                let usedFloor = floors.firstIndex(of: modules[used].floor) ?? .max
                return usedFloor < floor || usedFloor == floor && used < index ? nil : "\(module.name) → \(name)"
            }
        }
    }

    /// Imports of modules of the package that the manifest does not name as a dependency.
    var undeclaredImports: [String] {
        let known = Set(modules.map(\.name)).union(cModules)
        return modules.flatMap { module in
            module.files.flatMap { path, text in
                text.imports.map(\.module).filter { known.contains($0) && !module.dependencies.contains($0) }
                    .map { "\(path) imports \($0)" }
            }
        }
    }

    /// Imports of C modules that are part of a module's interface, or that only other modules may have.
    func misplacedCImports(allowed: [String: Set<String>]) -> [String] {
        modules.flatMap { module in
            module.files.flatMap { path, text in
                text.imports.filter { cModules.contains($0.module) }.compactMap { access, name in
                    if access != "internal" { return "\(path): \(access) import \(name)" }
                    return allowed[name]?.contains(module.name) ?? true ? nil : "\(path) imports \(name)"
                }
            }
        }
    }
}

extension String {
    /// The imports of a Swift file, with their access level; "internal" where none is written.
    var imports: [(access: String, module: String)] {
        matches(of: #/(?m)^\s*(?:@\w+(?:\([^)]*\))? )*(?:(public|package|internal|private|fileprivate) )?import (\w+)/#)
            .map { (String($0.1 ?? "internal"), String($0.2)) }
    }
}
