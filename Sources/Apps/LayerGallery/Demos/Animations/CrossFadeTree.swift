internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// One page replaces another; the transition belongs to the layer around them, so nothing cuts it short.
    static let crossFadeTree = Demo("cross-fade-tree", "A whole tree fades into another one", times: [0, 0.6, 1.5]) {
        stage in
        let book = Layer()
        book.frame = Rect(x: 60, y: 30, width: 200, height: 180)
        let pages = [DemoColors.blue, DemoColors.yellow].enumerated().map { index, color in
            let page = Layer()
            page.frame = Rect(x: 0, y: 0, width: 200, height: 180)
            page.backgroundColor = color
            let mark = Layer()
            mark.frame = Rect(x: 20 + 90 * Double(index), y: 20, width: 60, height: 60)
            mark.backgroundColor = .white
            mark.cornerRadius = 30 * Double(index)
            page.addSublayer(mark)
            return page
        }
        book.addSublayer(pages[0])
        stage.root.addSublayer(book)
        stage.at(0.2) {
            book.addAnimation(Transition(.fade, duration: 0.8), forKey: Transition.key)
            book.replaceSublayer(pages[0], with: pages[1])
        }
    }
}
