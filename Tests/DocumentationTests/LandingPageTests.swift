import Foundation
import TestLimits
import Testing

/// The landing pages of the modules name what exists.
@Suite(.timeLimited) struct LandingPageTests {
    @Test func `each library product has a landing page with a summary, an overview and topics`() throws {
        let products = try Documentation.text(of: "Package.swift").matches(of: #/\.\w+, "(\w+)", isProduct: true/#)
        let pages = try LandingPage.all()
        #expect(products.count > 10)
        for product in products.map({ String($0.1) }) {
            let page = try #require(pages.first { $0.module == product }, "\(product)")
            let paragraphs = page.text.components(separatedBy: "\n\n")
            #expect(paragraphs[0] == "# ``\(product)``")
            #expect(!paragraphs[1].contains("\n") && paragraphs[1].hasSuffix("."), "\(product): the summary is a line")
            let overview = paragraphs.dropFirst(2).prefix { $0 != "## Topics" }
            #expect((1...2).contains(overview.count), "\(product): the overview has one or two paragraphs")
            #expect(overview.count + 2 < paragraphs.count, "\(product): there are topics")
        }
    }

    @Test func `each symbol of a landing page is a public declaration of its module`() throws {
        for page in try LandingPage.all() {
            let declared = try page.declaredNames()
            for symbol in page.symbols {
                let names = symbol.split(separator: "/").map { String($0.prefix { $0 != "(" }) }
                #expect(names.filter { !declared.contains($0) } == [], "\(page.path): \(symbol)")
            }
        }
    }

    @Test func `each landing page lists the articles of its catalog, and no others`() throws {
        var count = 0
        for page in try LandingPage.all() {
            let linked = page.text.matches(of: #/<doc:([^>]+)>/#).map { String($0.1) }
            #expect(Set(linked) == page.articles, "\(page.path)")
            #expect(Set(linked).count == linked.count, "\(page.path)")
            count += linked.count
        }
        #expect(count > 5)
    }

    @Test func `a landing page lists each symbol once`() throws {
        for page in try LandingPage.all() {
            let listed = page.text.matches(of: #/(?m)^- ``(.+)``$/#).map { String($0.1) }
            #expect(Set(listed).count == listed.count, "\(page.path)")
        }
    }
}

/// The page of a DocC catalog that describes its module.
private struct LandingPage {
    let path: String
    let module: String
    let text: String
    /// The names of the other pages of the catalog.
    let articles: Set<String>

    /// The landing pages of all modules.
    static func all() throws -> [LandingPage] {
        let documents = try Documentation.markdown()
        return documents.compactMap { document in
            guard let match = document.path.wholeMatch(of: #/(.+/(\w+)\.docc)/(\w+)\.md/#), match.2 == match.3 else {
                return nil
            }
            let others = documents.filter { $0.path.hasPrefix(match.1 + "/") && $0.path != document.path }
            return LandingPage(
                path: document.path, module: String(match.2), text: document.text,
                articles: Set(others.map { URL(fileURLWithPath: $0.path).deletingPathExtension().lastPathComponent }))
        }
    }

    /// The symbols that the page links to, without the module in its title.
    var symbols: [String] {
        text.matches(of: #/``([^`]+)``/#).map { String($0.1) }.filter { $0 != module }
    }

    /// The names of the public declarations in the module's sources.
    func declaredNames() throws -> Set<String> {
        let sources = path.components(separatedBy: "/\(module).docc/")[0]
        let declaration =
            #/\b(?:public|open) (?:(?:final|static|class|indirect|nonisolated|mutating|override) )*(?:struct|class|enum|protocol|actor|typealias|func|var|let) `?(\w+)/#
        return try Documentation.swiftFiles(below: sources).reduce(into: []) { names, file in
            names.formUnion(file.text.matches(of: declaration).map { String($0.1) })
            // DocC lists the members of extensions below the extended type.
            names.formUnion(file.text.matches(of: #/(?m)^extension (\w+) \{/#).map { String($0.1) })
        }
    }
}
