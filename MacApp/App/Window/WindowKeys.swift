import Core

/// What a window does with keys, and what in it has them.
extension WindowModel {
    /// Escape closes what is open, and then stops the answer; whether it did something.
    func escape() -> Bool {
        if find.isOpen {
            find.close()
        } else if composer.isAnswering {
            composer.send(.stop)
        } else {
            return false
        }
        return true
    }

    /// Where in a window something is typed. What lies over it, and the search field, tell by what is open.
    enum TextPlace { case composer, editor, find, name }

    func textHasFocus(_ hasFocus: Bool, in place: TextPlace) {
        if hasFocus { typing.insert(place) } else { typing.remove(place) }
    }

    /// What in the window has the keyboard.
    var focus: CommandContext.Focus {
        let isTyping = !typing.isEmpty || sidebar.isSearching || sheet != nil || sidebar.sheet != nil
        return isTyping ? .text : listHasFocus ? .sidebar : .transcript
    }
}
