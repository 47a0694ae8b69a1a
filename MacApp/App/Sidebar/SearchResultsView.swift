import Core
import EngineKit
import SwiftUI

/// What the search over all chats found, chat by chat.
struct SearchResultsView: View {
    let sidebar: SidebarModel
    @State private var selected: SearchPlace?

    private var search: ChatSearchStore { sidebar.search }

    var body: some View {
        if let error = search.error {
            ContentUnavailableView {
                Label("The search failed", systemImage: "exclamationmark.triangle")
            } description: {
                Text(verbatim: ErrorNotice(error).message)
            } actions: {
                Button("Try Again") { search.again() }
            }
        } else if let results = search.results {
            if let message = results.message {
                ContentUnavailableView("Nothing Found", systemImage: "magnifyingglass", description: Text(message))
            } else {
                list(results)
            }
        } else {
            ProgressView("Searching…").frame(maxWidth: .infinity, maxHeight: .infinity)
        }
    }

    private func list(_ results: SearchResults) -> some View {
        List(selection: $selected) {
            ForEach(results.groups) { group in
                Section {
                    Label {
                        Text(verbatim: group.title).bold(group.titleMatches).lineLimit(1)
                    } icon: {
                        Image(systemName: "bubble.left")
                    }
                    .tag(SearchPlace(chat: group.chat))
                    ForEach(group.hits, id: \.message) { hit in
                        Snippet(hit: hit).tag(SearchPlace(chat: group.chat, message: hit.message))
                    }
                }
            }
            if results.isCut { Text("There may be more; add a word to find less.").selectionDisabled() }
        }
        .listStyle(.sidebar)
        .accessibilityLabel("Search Results")
        .onChange(of: selected) { _, place in if let place { sidebar.open(place) } }
        .onKeyPress(.return) {
            guard let selected else { return .ignored }
            sidebar.open(selected)
            return .handled
        }
        .onKeyPress(.escape) {
            sidebar.endSearch()
            return .handled
        }
    }
}

/// A piece of a message, with what was found in bold.
private struct Snippet: View {
    let hit: ChatHit

    var body: some View {
        SnippetPiece.pieces(of: hit).reduce(Text(verbatim: "")) { text, piece in
            text + Text(verbatim: piece.text).bold(piece.isMatch)
        }
        .font(.callout)
        .lineLimit(3)
        .padding(.leading)
    }
}
