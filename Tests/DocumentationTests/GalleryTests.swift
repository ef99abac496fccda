import Foundation
import TestLimits
import Testing

/// The articles lead to the programs of the gallery.
@Suite(.timeLimited) struct GalleryTests {
    @Test func `each program of the gallery is linked from an article, with what it shows`() throws {
        let articles = try Documentation.markdown().filter { $0.path.contains(".docc/") }
        var count = 0
        for file in try Documentation.swiftFiles(below: "Sources/Apps/LayerGallery/Demos") {
            let path = file.path.dropFirst("Sources/".count)
            for demo in file.text.matches(of: #/Demo\(\s*"([^"]+)", "([^"]+)"/#) {
                let line = "\n- [`\(demo.1)`](../../../\(path)): \(demo.2)\n"
                #expect(articles.count { $0.text.contains(line) } == 1, "\(demo.1)")
                count += 1
            }
        }
        let links = articles.map { $0.text.matches(of: #/\n- \[`[a-z0-9-]+`\]\(..\/..\/..\/Apps\/LayerGallery/#).count }
        #expect(count > 80 && links.reduce(0, +) == count)
    }
}
